import type { ServerResponse } from 'node:http';
import { eventually, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  type DashboardBrowser,
  itInABrowser as it,
  logIn,
  loginLink,
  openBrowser,
} from '../support/dashboard-browser.js';
import { openResources } from '../support/open-resources.js';
import type { RunningSystem } from '../support/running-system.js';
import { FEED, respondWith, serveText } from '../support/site-behaviours.js';

const open = openResources(afterAll);
let system: RunningSystem;
let site: TestWebServer;
let isGone = true;
/** The feed that does not answer until it is told to, and what was heard of its connection. */
let slowFeed: ServerResponse | null = null;
let slowWasLeft = false;
let browser: DashboardBrowser;
let page: Page;

const pageOf = (feed: string) =>
  `<!doctype html><title>Example Blog</title><link rel="alternate" type="application/rss+xml" href="${feed}"><p>Welcome.</p>`;

beforeAll(async () => {
  site = await open.site((request, response) => {
    const { url = '' } = request;
    if (url.startsWith('/gone'))
      return isGone ? respondWith(410)(request, response) : serveText(FEED)(request, response);
    if (url === '/blog/') return serveText(pageOf('/blog.xml'), 'text/html')(request, response);
    if (url === '/slow/') return serveText(pageOf('/slow.xml'), 'text/html')(request, response);
    if (url === '/slow.xml') {
      slowFeed = response;
      response.on('close', () => {
        slowWasLeft ||= !response.writableEnded;
      });
      return;
    }
    if (url === '/robots.txt') return respondWith(404)(request, response);
    return serveText(FEED)(request, response);
  });
  system = await open.system();
  browser = await openBrowser();
  page = browser.page;
  open.closeLater(browser.close);
});

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const said = (text: string | RegExp) => page.locator('main, body').getByText(text).first().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sourceNamed = async (name: string) => {
  const { items } = await system.sources.listSources({ q: name });
  const [source] = items;
  if (!source) throw new Error(`there is no source ${name}`);
  return source;
};
const countOf = async (filter: { q?: string; status?: 'disabled' }) =>
  (await system.sources.listSources(filter)).items.length;
const openSource = async (name: string) => {
  await page.goto(`${system.manager.url}/sources/${(await sourceNamed(name)).id}`);
  await heading(name);
};

describe('the dashboard, from the first log-in to the last', () => {
  it('shows nothing but the log-in to those who are not logged in', async () => {
    await page.goto(`${system.manager.url}/sources`);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  it('refuses a link that has expired', async () => {
    await page.goto(await loginLink(system, -60));
    await said(/expired|not valid/i);
  });

  it('logs in by a link, which works once and leaves the address', async () => {
    const link = await loginLink(system);
    await page.goto(link);
    await heading('Nothing to watch yet.');
    expect(page.url()).toBe(`${system.manager.url}/`);
    const other = await openBrowser();
    try {
      await other.page.goto(link);
      await other.page.getByText(/used/).first().waitFor();
    } finally {
      await other.close();
    }
  });

  it('adds what discovery finds at the address of a page, and polls it', async () => {
    await page.goto(`${system.manager.url}/`);
    await page.getByLabel('Address').fill(`${site.url}/blog/`);
    await page.keyboard.press('Enter');
    await said('One feed');
    await said('First');
    await page.getByLabel('Name').fill('The Blog');
    await press('Add and poll now');
    await heading('The Blog');
    await said(/Healthy\. The last poll was answered/);
  });

  it('says that an address is a source already', async () => {
    await page.goto(`${system.manager.url}/add?url=${encodeURIComponent(`${site.url}/blog.xml`)}`);
    await press('Add');
    await said('This address is a source already');
  });

  it('shows the steps of a discovery as they happen', async () => {
    await page.goto(`${system.manager.url}/add?url=${encodeURIComponent(`${site.url}/slow/`)}`);
    const steps = page.getByRole('log', { name: 'Steps' }).getByRole('listitem');
    await steps.filter({ hasText: `Asking ${site.url}/slow.xml` }).waitFor();
    expect(await steps.allTextContents()).toEqual([
      `${site.url}/slow/ answered`,
      `Asking ${site.url}/slow.xml…`,
    ]);
    if (slowFeed) serveText(FEED)(slowFeed.req, slowFeed);
    await page.getByRole('heading', { name: 'One feed' }).waitFor();
    expect(await steps.allTextContents()).toEqual([
      `${site.url}/slow/ answered`,
      `${site.url}/slow.xml answered`,
      'A page: Example Blog; one feed found',
    ]);
  });

  it('ends a discovery when its page is left', async () => {
    await press('Look what is there');
    await said(`Asking ${site.url}/slow.xml`);
    expect(slowWasLeft).toBe(false);
    await page.getByRole('link', { name: 'Hosts' }).first().click();
    await heading('Hosts');
    await eventually(() => expect(slowWasLeft).toBe(true));
  });

  it('adds a feed that is down all the same, and shows why it was taken out of polling', async () => {
    await page.goto(`${system.manager.url}/add?url=${encodeURIComponent(`${site.url}/gone.xml`)}`);
    await said('This address does not answer as a feed');
    await page.getByLabel('Name').fill('Gone Feed');
    await press('Add all the same');
    await heading('Gone Feed');
    await eventually(() => system.pollNow(page.url().split('/').at(-1) ?? ''));
    await said(/The last poll answered 410, so it was taken out of polling for 3 days/);
    await said('taken out of polling');
  });

  it('brings it back when a person enables it, and the server answers again', async () => {
    isGone = false;
    await press('Enable');
    await said('Gone Feed is polled again, at once.');
    await eventually(() => system.pollNow(page.url().split('/').at(-1) ?? ''));
    await said(/Healthy\. The last poll was answered/);
  });

  it('polls now, by the button and by its key', async () => {
    await openSource('The Blog');
    await page.getByRole('button', { name: /^Poll now/ }).click();
    await said('The Blog: nothing new');
    const polls = site.requests.length;
    await page.keyboard.press('p');
    await eventually(() => expect(site.requests.length).toBeGreaterThan(polls));
  });

  it('imports an OPML file, and tells what of it cannot be used', async () => {
    const outlines = Array.from(
      { length: 30 },
      (_, index) =>
        `<outline type="rss" text="Imported ${index}" xmlUrl="${site.url}/imported-${index}.xml"/>`,
    );
    const broken =
      '<outline type="rss" text="No Scheme" xmlUrl="htp://broken"/><outline type="rss" text="No Host" xmlUrl="https://"/>';
    await page.goto(`${system.manager.url}/import`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'reading.opml',
      mimeType: 'text/x-opml',
      buffer: Buffer.from(`<opml version="2.0"><body>${outlines.join('\n')}\n${broken}</body></opml>`),
    });
    await said(/30 sources added/);
    await said('No Scheme');
    await said('No Host');
    expect(await countOf({ q: 'Imported' })).toBe(30);
  });

  it('disables many after it has told how many, and undoes it', async () => {
    await page.goto(`${system.manager.url}/sources?q=Imported&sort=name`);
    await page.getByRole('row', { name: /Imported 0/ }).waitFor();
    await page.keyboard.press('x');
    for (let row = 1; row < 30; row += 1) await page.keyboard.press('j');
    await page.keyboard.press('X');
    await said('30 selected');
    await press('Disable…');
    await said('30 sources');
    await press('Disable 30');
    await said('30 sources disabled.');
    expect(await countOf({ status: 'disabled' })).toBe(30);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await said(/Undone: 30 sources/);
    expect(await countOf({ status: 'disabled' })).toBe(0);
  });

  it('shows the chart in numbers when asked', async () => {
    await page.goto(`${system.manager.url}/`);
    expect(await page.getByRole('rowheader', { name: 'now' }).count()).toBe(0);
    await page.getByText('As table').click();
    await page.getByRole('rowheader', { name: 'now' }).waitFor();
  });

  it('keeps a view under a name', async () => {
    await page.goto(`${system.manager.url}/sources?q=Imported+1&sort=name`);
    await said('11 sources');
    await press('Save view');
    await page.getByLabel('Name of the view').fill('The ones');
    await page.keyboard.press('Enter');
    await page.goto(`${system.manager.url}/`);
    await page.getByRole('link', { name: 'The ones' }).click();
    await page.waitForURL(/q=Imported\+1/);
    await said('11 sources');
  });

  it('disables all of a filter, and puts back what was changed', async () => {
    await page.goto(`${system.manager.url}/sources?q=Imported`);
    await page.getByRole('checkbox', { name: 'Select all of this filter' }).check();
    await press('Disable…');
    await press('Disable 30');
    await said('30 sources disabled.');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await said(/Undone: 30 sources as before/);
    expect(await countOf({ status: 'disabled' })).toBe(0);
  });

  it('lets a person choose when somebody else was faster', async () => {
    await openSource('The Blog');
    await press('Edit…');
    await page.getByLabel('Name').fill('My Blog');
    const { id } = await sourceNamed('The Blog');
    await system.sources.changeSource(id, { name: 'Their Blog', pollIntervalMinutes: 45 });
    await press('Save');
    await page.getByRole('heading', { name: /Changed by somebody else/ }).waitFor();
    await page.getByRole('radio', { name: /yours: My Blog/ }).check();
    await press('Save this choice');
    await heading('My Blog');
    expect(await system.sources.getSource(id)).toMatchObject({ name: 'My Blog', pollIntervalMinutes: 45 });
  });

  it('shows what others change, without being loaded again', async () => {
    await openSource('My Blog');
    const { id } = await sourceNamed('My Blog');
    await said(/^Live/);
    await page.evaluate('globalThis.wasNotLoadedAgain = true');
    await system.sources.disableFeed(id, { reason: 'manual' });
    await said(/Disabled by a person/);
    await system.sources.enableFeed(id);
    await page.getByRole('button', { name: 'Disable', exact: true }).waitFor();
    expect(await page.evaluate('globalThis.wasNotLoadedAgain')).toBe(true);
  });

  it('changes a row of a list in place', async () => {
    await page.goto(`${system.manager.url}/sources?q=My+Blog`);
    const row = page.getByRole('row', { name: /My Blog/ });
    await row.getByText('Healthy').or(row.getByText('New')).first().waitFor();
    await said(/^Live/);
    const { id } = await sourceNamed('My Blog');
    for (const [change, word] of [
      [() => system.sources.disableFeed(id, { reason: 'manual' }), 'Disabled'],
      [() => system.sources.enableFeed(id), 'Healthy'],
    ] as const) {
      await change();
      await row.getByText(word, { exact: true }).first().waitFor();
    }
  });

  it('goes on without the crawler, and says what it lacks', async () => {
    await system.crawler.stop();
    await page.goto(`${system.manager.url}/sources`);
    await said(/The crawler does not answer/);
    await page.getByRole('link', { name: 'My Blog' }).click();
    await heading('My Blog');
    expect(await page.getByRole('button', { name: /Poll now/ }).isDisabled()).toBe(true);
    await system.startCrawler();
    await eventually(
      async () => expect(await page.getByText('The crawler does not answer: polls').count()).toBe(0),
      40_000,
    );
  });

  it('keeps what it shows while source-manager is gone, and goes on when it is back', async () => {
    await openSource('My Blog');
    await system.manager.stop();
    await said(/source-manager does not answer/);
    await heading('My Blog');
    await system.startManager();
    await eventually(
      async () => expect(await page.getByText('source-manager does not answer').count()).toBe(0),
      40_000,
    );
  });

  it('logs out, and what was seen cannot be seen again', async () => {
    await page.goto(`${system.manager.url}/settings`);
    await press('Log out');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.goto(`${system.manager.url}/sources`);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await logIn(system, page);
  });

  it('has complained of nothing in all this', () => expect(browser.complaints).toEqual([]));
});
