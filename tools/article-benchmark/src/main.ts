#!/usr/bin/env node
import { ENGINES } from './engines.js';
import { labelledPages } from './pages/index.js';
import { later } from './pages/later.js';
import { meanOf, type Score, scoreOf, wordsOf } from './score.js';

/** Prints how well each engine finds the articles of the labelled pages. `--pages` shows every page. */
const showPages = process.argv.includes('--pages');
const print = (text: string) => void process.stdout.write(`${text}\n`);
const pages = labelledPages();
const percent = (value: number) => value.toFixed(3);

print(
  `${pages.length} pages\n\n| engine | precision | recall | F1 | pages under 0.8 | changed an hour later | ms a page |\n|---|--:|--:|--:|--:|--:|--:|`,
);
for (const [name, engine] of Object.entries(ENGINES)) {
  const texts: string[] = [];
  const started = performance.now();
  for (const { html } of pages) texts.push(await engine(html));
  const msPerPage = (performance.now() - started) / pages.length;
  const scores: Score[] = pages.map(({ expected }, index) => scoreOf(expected, texts[index] ?? ''));
  const changed: string[] = [];
  for (const [index, { name, html }] of pages.entries())
    if (wordsOf(await engine(later(html))) !== wordsOf(texts[index] ?? '')) changed.push(name);
  const { precision, recall, f1 } = meanOf(scores);
  const poor = scores.filter((score) => score.f1 < 0.8).length;
  print(
    `| ${name} | ${percent(precision)} | ${percent(recall)} | ${percent(f1)} | ${poor} | ${changed.length} | ${msPerPage.toFixed(1)} |`,
  );
  if (showPages) print(`    changed: ${changed.join('; ')}`);
  if (showPages)
    for (const [index, score] of scores.entries())
      if (score.f1 < 0.98)
        print(
          `    ${percent(score.precision)} ${percent(score.recall)} ${percent(score.f1)} ${pages[index]?.name}`,
        );
}
