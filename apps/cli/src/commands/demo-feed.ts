import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Run } from '../context.js';
import { NotFoundError } from '../errors.js';
import { port } from '../options/values.js';
import type { Terminal } from '../terminal/terminal.js';

export const demoFeedCommand = (run: Run) =>
  new Command('demo-feed')
    .description('serve a feed to try Feedwarden with: gone (410) until told to come back')
    .option('--port <port>', 'where it listens, on this machine only', port, 4300)
    .option('--respond <status>', 'tell the running one to respond with this status from now on', status)
    .action(
      run(({ terminal, signal }, { port, respond }) =>
        respond === undefined ? serve(port, terminal, signal) : tell(port, respond, terminal, signal),
      ),
    );

async function serve(port: number, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const server = demoFeed(terminal.raw);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening', { signal });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
  terminal.raw(`${url} responds with 410. To change that: feedwarden demo-feed --respond 200`);
  if (!signal.aborted) await once(signal, 'abort');
  server.close();
  server.closeAllConnections();
}

async function tell(port: number, status: string, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/${status}`, { method: 'POST', signal }).catch(() => {
    signal.throwIfAborted();
    throw new NotFoundError(`no demo feed is running on port ${port}`);
  });
  terminal.raw((await response.text()).trim());
}

function status(text: string): string {
  if (/^[2-5]\d\d$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a status from 200 to 599.');
}

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
