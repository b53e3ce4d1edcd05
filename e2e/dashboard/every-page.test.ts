import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import {
  type DashboardBrowser,
  itInABrowser as it,
  logIn,
  loginLink,
  openBrowser,
} from '../support/dashboard-browser.js';
import { openResources } from '../support/open-resources.js';
import type { RunningSystem } from '../support/running-system.js';
import { respondWith, serveText } from '../support/site-behaviours.js';

const open = openResources(afterAll);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let system: RunningSystem;
let addresses: Record<string, string>;

beforeAll(async () => {
  const site = await open.site((request, response) => {
    const answer = request.url?.includes('gone') ? respondWith(410) : serveText(FEED);
    return answer(request, response);
  });
  system = await open.system();
  const names = ['Well', 'gone-one', 'gone-two', 'gone-three', HOSTILE];
  const sources = await Promise.all(
    names.map((name) =>
      system.sources.createSource({ name, feedUrl: `${site.url}/${encodeURIComponent(name)}.xml` }),
    ),
  );
  for (const { id } of sources.slice(0, 3)) await system.pollNow(id);
  const [well, gone, , , hostile] = sources;
  addresses = {
    Overview: '/',
    Sources: '/sources',
    'Sources, filtered to nothing': '/sources?q=nothing-is-called-so',
    'A source that is well': `/sources/${well?.id}`,
    'A source in trouble': `/sources/${gone?.id}`,
    'A source with a hostile name': `/sources/${hostile?.id}`,
    'A source that never was': '/sources/3f0c7d52-8f2b-4a55-9a53-2f7a5d0c9a11',
    Hosts: '/hosts?all=true',
    'A host': '/hosts/127.0.0.1',
    Add: `/add?url=${encodeURIComponent(`${site.url}/Well.xml`)}`,
    Import: '/import',
    Activity: '/activity',
    Settings: '/settings',
    'Nothing at this address': '/nowhere',
  };
});

const FEED =
  '<rss version="2.0"><channel><title>News</title><item><guid>1</guid><title>First</title><description>The first story.</description></item></channel></rss>';

/** Whatever strangers write is text. */
const HOSTILE = '<img src=x onerror="globalThis.wasHere = true"><script>globalThis.wasHere = true</script>';

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

async function violations({ page }: DashboardBrowser): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

describe.each([
  { theme: 'light' as const, width: 1280 },
  { theme: 'dark' as const, width: 1280 },
  { theme: 'light' as const, width: 360 },
  { theme: 'dark' as const, width: 360 },
])('every page, $theme, $width px wide', ({ theme, width }) => {
  it('has no fault that axe finds, no error, no violation of its policy, and fits', async () => {
    const browser = await openBrowser({ theme, width });
    const { page } = browser;
    try {
      await page.goto(`${system.manager.url}/login`);
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect({ page: 'log-in', found: await violations(browser) }).toEqual({ page: 'log-in', found: [] });
      await logInAt(browser);
      for (const [name, address] of Object.entries(addresses)) {
        await page.goto(system.manager.url + address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('load');
        // A page may wait for both services; axe looks at what is there then.
        await page.waitForTimeout(300);
        const found = await violations(browser);
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        const wasHere = await page.evaluate('globalThis.wasHere ?? false');
        expect({ name, found, overflow, wasHere }).toEqual({ name, found: [], overflow: 0, wasHere: false });
      }
      expect(browser.complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 180_000);
});

/** The sidebar is not there on a phone. */
async function logInAt({ page }: DashboardBrowser): Promise<void> {
  await page.goto(await loginLink(system));
  await page.getByRole('heading', { level: 1, name: /need|Nothing needs/ }).waitFor();
}

describe('by keys alone', () => {
  it('every page is reached, a source is found, opened, changed and left', async () => {
    const browser = await openBrowser();
    const { page } = browser;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    try {
      await logIn(system, page);
      for (const [key, name] of [
        ['s', 'Sources'],
        ['h', 'Hosts'],
        ['a', 'Activity'],
        [',', 'Settings'],
        ['s', 'Sources'],
      ] as const) {
        await press('g', key);
        await heading(name);
      }
      await page.getByRole('row', { name: /Well/ }).waitFor();
      await press('x', 'j', 'x');
      await page.getByText('2 selected').waitFor();
      await press('Escape');
      await press('/');
      await page.keyboard.type('Well');
      await page.getByText('1 source', { exact: true }).waitFor();
      await press('Escape', 'j', 'o');
      await heading('Well');
      await press('d');
      await page.getByText(/Disabled by a person/).waitFor();
      await press('u');
      await page.getByRole('button', { name: 'Disable', exact: true }).waitFor();
      await press('e');
      await page.getByRole('dialog', { name: 'Edit Well' }).waitFor();
      await press('Escape');
      await press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await press('Escape');
      await press('n');
      await heading('Add a source');
      await press('i');
      await heading('Import OPML');
      await press('Control+k');
      await page.getByRole('combobox', { name: /Find/ }).waitFor();
      await page.keyboard.type('gone-one');
      await page.getByRole('option', { name: /gone-one/ }).waitFor();
      await press('Enter');
      await heading('gone-one');
      // Without single keys: every control is reached by Tab, and shows that it is.
      const reached = new Set<string>();
      await page.evaluate('document.activeElement.blur()');
      for (let count = 0; count < 60; count += 1) {
        await press('Tab');
        reached.add(
          String(
            await page.evaluate(
              '(document.activeElement.textContent || document.activeElement.ariaLabel || "").trim()',
            ),
          ),
        );
      }
      for (const name of ['Skip to content', 'Overview', 'Sources', 'Enable', 'Edit…'])
        expect([...reached].some((text) => text.startsWith(name)) || [...reached]).toBe(true);
      expect(browser.complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 120_000);
});
