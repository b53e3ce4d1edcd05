import type { ExtractEntries, FetchedPage, FetchPage, ReadSource, Validators } from '../poll/ports.js';

/** Reads a source whose page holds its entries: one conditional request, and no reading of a body that is known. */
export function createPageReader(fetchPage: FetchPage, extractEntries: ExtractEntries): ReadSource {
  return async ({ url, etag, lastModified, bodyHash }, signal) => {
    const fetched = await fetchPage({ url: url ?? '', etag, lastModified }, signal);
    if (fetched.kind === 'failed')
      return { ...fetched, statusCode: 'status' in fetched.fact ? fetched.fact.status : 0, bytes: 0 };
    if (fetched.kind === 'not_modified')
      return { kind: 'unchanged', validators: null, hints: fetched.hints, statusCode: 304, bytes: 0 };

    const { page, hints } = fetched;
    const transfer = { statusCode: 200, bytes: page.bytes };
    const learned = { validators: validatorsOf(page), hints, ...transfer };
    if (page.bodyHash === bodyHash) return { kind: 'unchanged', ...learned };
    const extracted = await extractEntries(page);
    if (extracted.kind === 'failed') return { ...extracted, ...transfer };
    return { ...extracted, ...learned };
  };
}

export function validatorsOf({ etag, lastModified, bodyHash }: FetchedPage): Validators {
  return { etag, lastModified, bodyHash };
}
