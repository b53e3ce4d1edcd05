import { answers, type Behaviour, FEED } from './behaviour.js';

const typed = (type: string, body: string | Buffer = FEED) => answers(body, [`content-type: ${type}`]);
const BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "${`&a${n ? n - 1 : ''};`.repeat(20)}">`).join('')}]><rss version="2.0"><channel><title>&a19;</title></channel></rss>`;
const ECHO = 'unexpected http_418';

/** Bodies that are not the text they say, and answers that say back what they were told. */
export const TEXTS: Behaviour[] = [
  { name: 'says UTF-16 and sends UTF-8', ends: 'stored', answer: typed('text/xml; charset=utf-16') },
  {
    name: 'says a character set nobody knows',
    ends: 'stored',
    answer: typed('text/xml; charset=no-such-set'),
  },
  { name: 'says UTF-7', ends: 'stored', answer: typed('text/xml; charset=utf-7') },
  { name: 'says it is a picture', ends: 'stored', answer: typed('image/png') },
  { name: 'says JSON and sends XML', ends: 'stored', answer: typed('application/feed+json') },
  {
    name: 'sends half a character',
    ends: 'stored',
    answer: typed('text/xml', Buffer.from(FEED.replace('First', 'F\xc3'), 'latin1')),
  },
  { name: 'sends nothing', ends: 'parse_error not_a_feed', answer: typed('text/xml', '') },
  { name: 'sends NUL bytes', ends: 'parse_error not_a_feed', answer: typed('text/xml', Buffer.alloc(5000)) },
  {
    name: 'sends noise',
    ends: 'parse_error not_a_feed',
    answer: typed('text/xml', Buffer.alloc(5000, 'x\x93\x00\xff', 'latin1')),
  },
  {
    name: 'sends a page',
    ends: 'parse_error not_a_feed',
    answer: typed('text/html', '<!doctype html><title>Hi</title>'),
  },
  { name: 'sends entities of entities', ends: 'stored', answer: typed('text/xml', BOMB) },
  {
    name: 'sends tags in tags',
    ends: 'parse_error malformed',
    answer: typed('text/xml', `<rss version="2.0">${'<a>'.repeat(20_000)}`),
  },
  {
    name: 'echoes the request in the body',
    ends: 'parse_error not_a_feed',
    answer: (socket, head) => typed('text/plain', head)(socket),
  },
  {
    name: 'echoes the request as a feed',
    ends: 'parse_error malformed',
    answer: (socket, head) => typed('text/xml', `<rss version="2.0"><${head}`)(socket),
  },
  {
    name: 'echoes the request in the reason',
    ends: ECHO,
    answer: (socket, head) => answers('', [], `418 ${oneLine(head)}`)(socket),
  },
  {
    name: 'echoes the request in a header',
    ends: ECHO,
    answer: (socket, head) => answers('', [`x-echo: ${oneLine(head)}`], '418 Teapot')(socket),
  },
  {
    name: 'echoes the request in a redirect',
    ends: 'parse_error invalid_url',
    answer: (socket, head) => answers('', [`location: http://${oneLine(head)}`], '302 Found')(socket),
  },
  {
    name: 'echoes the request in what is no HTTP',
    ends: 'parse_error undecodable',
    answer: (socket, head) => void socket.end(oneLine(head)),
  },
];

function oneLine(head: string): string {
  return head.replace(/\s+/g, ' ');
}
