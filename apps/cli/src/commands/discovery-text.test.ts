import { siteWithAFeed } from '@feedwarden/contracts';
import { expect, it } from '@jest/globals';
import { showDiscovery } from './discovery-text.js';

it('shows redirects, what robots.txt forbids and that the search was cut short', () => {
  const page = siteWithAFeed.page && {
    ...siteWithAFeed.page,
    allowedByRobots: false,
    robotsRefusal: 'robots.txt says no',
  };
  const shown = showDiscovery({ ...siteWithAFeed, isComplete: false, page }, { width: 120, colours: false });
  expect(shown).toMatch(/^redirects to +https:\/\/blog\.example\/blog\/ \(301\)$/m);
  expect(shown).toMatch(/^page not polled +robots.txt says no$/m);
  expect(shown).toContain('There may be more feeds');
});
