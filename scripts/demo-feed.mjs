// A feed to watch Feedwarden with: it is gone (410) until it is told to come back.
//   npm run demo-feed              serves http://127.0.0.1:4300/feed
//   curl -X POST 127.0.0.1:4300/200   from now on it answers 200 (or 404, 429, 503 …)
import { createServer } from 'node:http';

const PORT = 4300;
let status = 410;

const feed = () => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Demo</title><link>http://127.0.0.1:${PORT}/</link>
<item><guid>hello</guid><title>Hello again</title><link>http://127.0.0.1:${PORT}/hello</link>
<description>This feed was gone for a while, and now it is back with something to say.</description></item>
</channel></rss>`;

const server = createServer((request, response) => {
  const [, wanted] = /^\/(\d{3})$/.exec(request.url ?? '') ?? [];
  if (request.method === 'POST' && wanted) {
    status = Number(wanted);
    response.end(`answering ${status} from now on\n`);
    return;
  }
  console.log(`${request.method} ${request.url} → ${status}`);
  response.writeHead(status, { 'content-type': 'application/rss+xml' }).end(status === 200 ? feed() : '');
});
server.listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/feed answers ${status}`));
