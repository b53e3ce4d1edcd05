import { crawlerApi, openApiDocument, sourceManagerApi } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { referencePage } from './reference-page.js';

describe.each([sourceManagerApi, crawlerApi])('the reference of $title', (api) => {
  const document = openApiDocument(api);
  const page = referencePage(document);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  it('has a place for every operation and schema', () => {
    const operationIds = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`);
    expect([...ids].sort()).toEqual(['top', ...operationIds, ...schemas].sort());
  });

  it('has no broken link', () => {
    const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, link]) => link);
    const places = new Set(['/openapi.json', ...ids.map((id) => `#${id}`)]);
    expect(links.filter((link) => !places.has(link ?? ''))).toEqual([]);
    expect(links.length).toBeGreaterThan(ids.length);
  });

  it('needs no script, no other file and no style attribute', () => {
    expect(page).not.toMatch(/<script|<link|<img| src=| style=| on\w+=/i);
  });
});
