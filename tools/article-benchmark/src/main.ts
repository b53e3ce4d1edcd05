#!/usr/bin/env node
import { ENGINES } from './engines.js';
import { labelledPages } from './pages/index.js';
import { meanOf, type Score, scoreOf } from './score.js';

/** Prints how well each engine finds the articles of the labelled pages. `--pages` shows every page. */
const showPages = process.argv.includes('--pages');
const print = (text: string) => void process.stdout.write(`${text}\n`);
const pages = labelledPages();
const percent = (value: number) => value.toFixed(3);

print(
  `${pages.length} pages\n\n| engine | precision | recall | F1 | pages under 0.8 | ms a page |\n|---|--:|--:|--:|--:|--:|`,
);
for (const [name, engine] of Object.entries(ENGINES)) {
  const scores: Score[] = [];
  const started = performance.now();
  for (const { html, expected } of pages) scores.push(scoreOf(expected, await engine(html)));
  const msPerPage = (performance.now() - started) / pages.length;
  const { precision, recall, f1 } = meanOf(scores);
  const poor = scores.filter((score) => score.f1 < 0.8).length;
  print(
    `| ${name} | ${percent(precision)} | ${percent(recall)} | ${percent(f1)} | ${poor} | ${msPerPage.toFixed(1)} |`,
  );
  if (showPages)
    for (const [index, score] of scores.entries())
      if (score.f1 < 0.98)
        print(
          `    ${percent(score.precision)} ${percent(score.recall)} ${percent(score.f1)} ${pages[index]?.name}`,
        );
}
