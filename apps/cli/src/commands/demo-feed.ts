import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command } from '@commander-js/extra-typings';
import type { Run } from '../context.js';
import { port } from '../options/values.js';

export const demoFeedCommand = (run: Run) =>
  new Command('demo-feed')
    .description('serve a feed to try Feedwarden with: gone (410) until told to come back')
    .option('--port <port>', 'listen there, on this machine only', port, 4300)
    .action(
      run(async ({ terminal, signal }, { port }) => {
        const server = demoFeed(terminal.raw);
        server.listen(port, '127.0.0.1');
        await once(server, 'listening', { signal });
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        terminal.raw(
          `${url}/feed responds with 410. To change that: curl -X POST ${url}/200 (or 404, 503 …)`,
        );
        if (!signal.aborted) await once(signal, 'abort');
        server.close();
        server.closeAllConnections();
      }),
    );

function demoFeed(log: (line: string) => void) {
  let status = 410;
  return createServer(({ method, url, headers }, response) => {
    const [, wanted] = /^\/([2-5]\d\d)$/.exec(url ?? '') ?? [];
    if (method === 'POST' && wanted) {
      status = Number(wanted);
      response.end(`responding with ${status} from now on\n`);
      return;
    }
    log(`${method} ${url} → ${status}`);
    const body = status === 200 ? feedXml(headers.host ?? '') : '';
    response.writeHead(status, { 'content-type': 'application/rss+xml' }).end(body);
  });
}

const feedXml = (host: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Demo</title><link>http://${host}/</link>
<item><guid>hello</guid><title>Hello again</title><link>http://${host}/hello</link>
<description>This feed was gone for a while, and now it is back with something to say.</description></item>
</channel></rss>`;
