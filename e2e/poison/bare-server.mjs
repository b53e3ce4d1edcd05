// What /healthz would take on this machine if a service had nothing else to do. Ends with its stdin.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('fine'));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().once('end', () => process.exit());
