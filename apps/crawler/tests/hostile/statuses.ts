import { answers, type Behaviour, FEED, says } from './behaviour.js';

const row = (status: string, ends: string, headers: string[] = []): Behaviour => ({
  name: `answers ${status} with a feed`,
  ends,
  answer: answers(FEED, headers, status),
});

/** A feed under every status that is none of a feed's. */
export const STATUSES: Behaviour[] = [
  row('201 Created', 'unexpected http_201'),
  row('203 Elsewhere', 'unexpected http_203'),
  row('204 No Content', 'unexpected http_204'),
  row('205 Reset Content', 'unexpected http_205'),
  row('206 Partial Content', 'unexpected http_206', ['content-range: bytes 0-9/99']),
  row('226 IM Used', 'unexpected http_226'),
  row('300 Multiple Choices', 'unexpected http_300'),
  row('304 Not Modified', 'unchanged'),
  row('401 Unauthorized', 'unexpected http_401'),
  row('403 Forbidden', 'forbidden http_403'),
  row('404 Not Found', 'not_found http_404'),
  row('410 Gone', 'gone http_410'),
  row('418 Teapot', 'unexpected http_418'),
  row('429 Too Many Requests', 'rate_limited http_429', ['retry-after: 99999999999999999999']),
  row('500 Oops', 'upstream_failure http_500'),
  row('503 Busy', 'upstream_failure http_503', ['retry-after: \xff']),
  row('599 Whatever', 'upstream_failure http_599'),
  row('600 Beyond', 'unexpected http_600'),
  row('999 Denied', 'unexpected http_999'),
  row('000 Nothing', 'unexpected http_0'),
  row('101 Switching Protocols', 'unexpected http_101'),
  {
    name: 'switches protocols unasked',
    ends: 'unexpected http_101',
    answer: says('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', FEED),
  },
];
