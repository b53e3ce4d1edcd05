import { siteWithAFeed } from '@feedwarden/contracts';
import { expect, it } from '@jest/globals';
import { showDiscovery } from './show-discovery.js';

it('Given redirects, a robots.txt that forbids and a search that was cut short, when they are shown, then each has its words', () => {
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
