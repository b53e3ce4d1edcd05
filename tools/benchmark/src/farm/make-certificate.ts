import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A self-signed certificate for the addresses of the farm. Needs the `openssl` command. */
export function makeCertificate(folder: string, addresses: string[]): { key: Buffer; cert: Buffer } {
  const key = join(folder, 'farm.key');
  const cert = certificatePath(folder);
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=farm', '-addext', `subjectAltName=${addresses.map((ip) => `IP:${ip}`)}`],
      ...['-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** What a client must trust, for `NODE_EXTRA_CA_CERTS`. */
export const certificatePath = (folder: string) => join(folder, 'farm.pem');
