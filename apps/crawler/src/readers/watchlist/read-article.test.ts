import { afterEach, describe, expect, it } from '@jest/globals';
import { samplePage } from '../../poll/testing/sample-feed.js';
import { createReadArticle } from './read-article.js';
import { createReadabilityThread, type ReadabilityThreadOptions } from './readability-thread.js';

const TEXT = 'The harbour was quiet when the first boats came in. ';
const LONG = `<html><head><title>Boats</title></head><body><nav>Menu</nav><p>${TEXT.repeat(20)}</p></body></html>`;
const FALLBACK = { title: 'Boats', body: TEXT.repeat(20).slice(0, 500).trim(), contentHtml: null };
const ARTICLE = `{ title: 'Read', byline: 'By Ann', content: '<p>An article</p>', publishedTime: '2026-03-01' }`;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** A thread that does this with each job, in place of the one that runs readability. */
function threadThat(does: string, options: ReadabilityThreadOptions = {}) {
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (job) => { ${does} });
    parentPort.postMessage('ready');`;
  return threadOf(code, options);
}

function threadOf(code: string, options: ReadabilityThreadOptions = {}) {
  const workerFile = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const reader = createReadArticle(createReadabilityThread({ workerFile, ...options }));
  opened.push(reader);
  return reader;
}

const pageOf = (text: string, url = 'https://news.example/boats', contentType = 'text/html') =>
  samplePage({ url, contentType, text });

describe('an article', () => {
  it('makes a post of what readability extracts', async () => {
    const { readArticle } = threadThat(`parentPort.postMessage(${ARTICLE})`);
    expect(await readArticle(pageOf(LONG))).toMatchObject({
      guid: 'https://news.example/boats',
      url: 'https://news.example/boats',
      title: 'Read',
      body: 'An article',
      contentHtml: '<p>An article</p>',
      author: 'Ann',
      publishedAt: new Date('2026-03-01T00:00:00Z'),
    });
  });

  it.each([
    ['throws', 'throw new Error("no")', {}],
    ['hangs', 'for (;;);', { timeoutMs: 100 }],
    ['never answers', '', { timeoutMs: 100 }],
    ['ends', 'process.exit(1)', {}],
    ['eats all memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(job.url + all.length));', {}],
    ['finds nothing', 'parentPort.postMessage(null)', {}],
    [
      'finds an article without text',
      `parentPort.postMessage({ title: 'x', byline: null, content: '<p> </p>', publishedTime: null })`,
      {},
    ],
  ])(
    'falls back to the title and the first 500 characters when readability %s',
    async (_given, does, options) => {
      const { readArticle } = threadThat(does, options);
      expect(await readArticle(pageOf(LONG))).toMatchObject(FALLBACK);
    },
  );

  it('reads the next pages in a new thread after a page that hung', async () => {
    const { readArticle } = threadThat(
      `if (job.url.endsWith('hang')) for (;;); parentPort.postMessage(${ARTICLE})`,
      { timeoutMs: 2000 },
    );
    const posts = await Promise.all(
      ['first', 'hang', 'second', 'third'].map((name) =>
        readArticle(pageOf(LONG, `https://news.example/${name}`)),
      ),
    );
    expect(posts.map((post) => post?.title)).toEqual(['Read', 'Boats', 'Read', 'Read']);
  });

  it('uses the fallback for pages beyond the queue', async () => {
    const { readArticle } = threadThat(`parentPort.postMessage(${ARTICLE})`, { maxWaiting: 2 });
    const posts = await Promise.all([1, 2, 3].map(() => readArticle(pageOf(LONG))));
    expect(posts.map((post) => post?.title)).toEqual(['Read', 'Read', 'Boats']);
  });

  it('throws when the thread cannot start', async () => {
    const { readArticle } = threadOf('throw new Error("a broken build")');
    await expect(readArticle(pageOf(LONG))).rejects.toThrow('a broken build');
  });

  it('ends the thread on close, and uses the fallback for the page being read', async () => {
    const { readArticle, close } = threadThat('for (;;);', { timeoutMs: 60_000 });
    const reading = readArticle(pageOf(LONG));
    await close();
    expect(await reading).toMatchObject(FALLBACK);
  });

  it.each([
    ['an empty page', '', 'https://news.example/boats', ''],
    ['a page with a title alone', '<title>Boats</title>', 'Boats', ''],
    ['a page that nests too deeply', `<title>A &amp; B</title>${'<b>'.repeat(300)}Text`, 'A & B', 'Text'],
    [
      'half a character at the end',
      `<p>${'x'.repeat(499)}🚢</p>`,
      'https://news.example/boats',
      'x'.repeat(499),
    ],
  ])('makes a post of %s', async (_given, text, title, body) => {
    const { readArticle } = threadThat('parentPort.postMessage(null)');
    expect(await readArticle(pageOf(text))).toMatchObject({ title, body });
  });

  it('reads no article from something that is not a web page', async () => {
    const { readArticle } = threadThat(`parentPort.postMessage(${ARTICLE})`);
    expect(await readArticle(pageOf('%PDF-1.7', 'https://news.example/a.pdf', 'application/pdf'))).toBeNull();
  });
});
