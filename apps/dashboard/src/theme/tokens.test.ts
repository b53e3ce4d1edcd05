import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ERRORS, STATUSES } from '../words/statuses.js';
import { contrast, oklabDistance, parseHex, seenWith, VISIONS } from './testing/colour-vision.js';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const THEMES = {
  light: tokensOf(/:root\s*\{([^}]*)\}/),
  dark: tokensOf(/\[data-theme="dark"\]\s*\{([^}]*)\}/),
};
const themes = Object.entries(THEMES).map(([theme, tokens]) => ({ theme, tokens }));
const GROUNDS = ['page', 'sheet', 'sunk', 'hover', 'selected'];
const SOFT_GROUNDS = ['soft-failing', 'soft-quarantined', 'soft-cooling', 'soft-healthy'];
const errorTokens = Object.values(ERRORS).map(({ colour }) => colour);
const statusTokens = [...new Set(Object.values(STATUSES).map(({ colour }) => colour))];

describe.each(themes)('the colours of the $theme theme', ({ theme, tokens }) => {
  const of = (name: string) => {
    const value = tokens.get(name);
    if (!value) throw new Error(`tokens.css has no --${name} in the ${theme} theme`);
    return parseHex(value);
  };

  it('let every text be read on every ground: AA', () => {
    const texts = ['ink', 'ink-2', 'ink-3', ...statusTokens];
    const poor = texts.flatMap((text) =>
      GROUNDS.map((ground) => ({ text, ground, contrast: contrast(of(text), of(ground)) })),
    );
    expect(poor.filter((pair) => pair.contrast < 4.5)).toEqual([]);
  });

  it('let a verdict be read on its tint', () => {
    const poor = ['ink', 'ink-2'].flatMap((text) =>
      SOFT_GROUNDS.map((ground) => ({ text, ground, contrast: contrast(of(text), of(ground)) })),
    );
    expect(poor.filter((pair) => pair.contrast < 4.5)).toEqual([]);
    expect(contrast(of('on-ink'), of('ink'))).toBeGreaterThan(7);
  });

  it('let marks of errors be seen on a sheet', () => {
    for (const token of errorTokens) expect(contrast(of(token), of('sheet'))).toBeGreaterThanOrEqual(3);
  });

  it.each(VISIONS)('keep every two types of errors apart for %s eyes', (vision) => {
    const near = errorTokens.flatMap((a, index) =>
      errorTokens.slice(index + 1).map((b) => ({
        a,
        b,
        distance: oklabDistance(seenWith(vision, of(a)), seenWith(vision, of(b))) * 100,
      })),
    );
    expect(near.filter(({ distance }) => distance < (theme === 'light' ? 8 : 9))).toEqual([]);
  });
});

it('gives both themes the same colours', () => {
  const missing = [...THEMES.light.keys()].filter((name) => !THEMES.dark.has(name));
  expect(missing).toEqual([]);
});

function tokensOf(block: RegExp): Map<string, string> {
  const [, body = ''] = block.exec(css) ?? [];
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*(#[\da-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
