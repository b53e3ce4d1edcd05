import { describe, expect, it } from '@jest/globals';
import { limitBases } from './limit-bases.js';

const feed = (base: string, links: number) =>
  `<feed xml:base="${base}"><entry xml:base='/a/'>${'<link href="b"/>'.repeat(links)}</entry></feed>`;

describe('limitBases', () => {
  it('keeps the bases of an ordinary feed', () => {
    const xml = feed('https://notes.example/', 1000);
    expect(limitBases(xml)).toBe(xml);
  });

  it('removes all bases when one is too long for the links below it', () => {
    const links = 2000;
    expect(limitBases(feed(`https://notes.example/${'x'.repeat(60_000)}/`, links))).toBe(
      `<feed><entry>${'<link href="b"/>'.repeat(links)}</entry></feed>`,
    );
  });

  it('counts only the bases above a link', () => {
    const entries = '<entry xml:base="https://notes.example/2026/"><link href="b"/></entry>'.repeat(20_000);
    expect(limitBases(`<feed>${entries}</feed>`)).toHaveLength(entries.length + 13);
  });
});
