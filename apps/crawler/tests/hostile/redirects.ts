import { answers, type Behaviour, FEED, floods } from './behaviour.js';

const INVALID = 'parse_error invalid_url';
const BLOCKED = 'unexpected blocked_address';
const to = (location: string, status = '302 Found') => answers('', [`location: ${location}`], status);
const pathOf = (head: string) => head.split(' ')[1] ?? '';

/** Redirects that lead nowhere, back, or where nobody may go. */
export const REDIRECTS: Behaviour[] = [
  { name: 'redirects to itself', ends: 'unexpected too_many_redirects', answer: to('/feed') },
  {
    name: 'redirects ever further',
    ends: 'unexpected too_many_redirects',
    answer: (socket, head) => to(`${pathOf(head)}x`)(socket),
  },
  {
    name: 'redirects in a circle',
    ends: 'unexpected too_many_redirects',
    answer: (socket, head) => to(pathOf(head) === '/a' ? '/b' : '/a', '308 Permanent')(socket),
  },
  {
    name: 'redirects without saying where',
    ends: 'unexpected http_302',
    answer: answers('', [], '302 Found'),
  },
  { name: 'redirects to nothing', ends: 'unexpected http_302', answer: to('') },
  { name: 'redirects to half a URL', ends: INVALID, answer: to('http://') },
  { name: 'redirects to no URL', ends: INVALID, answer: to('http://a b/') },
  { name: 'redirects to a port beyond ports', ends: INVALID, answer: to('http://127.0.0.1:99999/') },
  { name: 'redirects to a file', ends: INVALID, answer: to('file:///etc/passwd') },
  { name: 'redirects to data', ends: INVALID, answer: to(`data:text/xml,${FEED.slice(0, 30)}`) },
  { name: 'redirects to a script', ends: INVALID, answer: to('javascript:alert(1)') },
  { name: 'redirects to FTP', ends: INVALID, answer: to('ftp://127.0.0.1/feed') },
  { name: 'redirects to gopher', ends: INVALID, answer: to('gopher://127.0.0.1:25/_HELO') },
  { name: 'redirects to a private address', ends: BLOCKED, answer: to('http://127.0.0.2/') },
  {
    name: 'redirects to the metadata service',
    ends: BLOCKED,
    answer: to('http://169.254.169.254/latest/meta-data/'),
  },
  { name: 'redirects to a private address, securely', ends: BLOCKED, answer: to('https://[::1]/') },
  {
    name: 'redirects to where nobody listens',
    ends: 'network connection_refused',
    answer: to('http://127.0.0.1:1/'),
  },
  { name: 'redirects very far', ends: 'parse_error too_large', answer: to(`/${'x'.repeat(9000)}`) },
  {
    name: 'redirects with two places',
    ends: 'unexpected too_many_redirects',
    answer: answers('', ['location: /feed', 'location: file:///etc/passwd'], '302 Found'),
  },
  {
    name: 'redirects with a body without end',
    ends: 'stored',
    answer: (socket, head) =>
      pathOf(head) === '/page'
        ? answers(FEED)(socket)
        : floods('HTTP/1.1 302 Found\r\nlocation: /page\r\n\r\n', 'x'.repeat(9999))(socket),
  },
];
