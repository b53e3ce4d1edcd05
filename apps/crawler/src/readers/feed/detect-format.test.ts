import { describe, expect, it } from '@jest/globals';
import { detectFormat } from './detect-format.js';

describe('detectFormat', () => {
  it.each([
    ['RSS', '<rss version="2.0">', 0],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom">', 0],
    ['RDF', '<rdf:RDF xmlns="http://purl.org/rss/1.0/">', 0],
    ['a prefixed root', '<atom:feed>', 0],
    ['capital letters', '<RSS>', 0],
    ['a channel without RSS around it', '<Channel>', 0],
    ['white space before', ' \n\uFEFF<rss>', 3],
    ['a declaration', '<?xml version="1.0"?>\n<rss>', 22],
    ['a comment about another root', '<!-- <html> --><rss>', 15],
    ['a doctype', '<!DOCTYPE rss PUBLIC "x" "y"><rss>', 29],
    ['a doctype with entities', '<!DOCTYPE rss [<!ENTITY a "b>">]><rss>', 33],
    ['a warning printed before', '<b>Warning</b>: no such file\n<?xml version="1.0"?><rss>', 50],
  ])('detects %s: %j is XML with its root at %i', (_given, text, rootAt) => {
    expect(detectFormat(text)).toEqual({ kind: 'xml', rootAt });
  });

  it.each(['{"version":1}', '\n[1]', '\uFEFF{}'])('detects JSON: %j', (text) => {
    expect(detectFormat(text)).toEqual({ kind: 'json' });
  });

  it.each([
    ['', 'the response is empty'],
    [' \n', 'the response is empty'],
    ['<?xml version="1.0"?>', 'the response is empty'],
    ['<!doctype html><p>Hi', 'the response is an HTML page, not a feed'],
    ['<html><body><rss></body></html>', 'the response is an HTML page, not a feed'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "a" "b"><html>', 'the response is an HTML page, not a feed'],
    ['<opml version="2.0">', 'the response is a document with the root <opml>, not a feed'],
    ['<feedburner/>', 'the response is a document with the root <feedburner>, not a feed'],
    ['Not Found', 'the response is neither XML nor JSON, not a feed'],
  ])('says what %j is instead of a feed', (text, detail) => {
    expect(detectFormat(text)).toEqual({ kind: 'no_feed', detail });
  });
});
