import { generateKeyPairSync, sign } from 'node:crypto';

export interface TestCertificate {
  key: string;
  cert: string;
}

/** Tags of DER, the encoding of certificates. */
const [INTEGER, BITS, OCTETS, OID, UTF8, TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 24, 48, 49] as const;
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OID, Buffer.from('550403', 'hex'));
const ALTERNATIVE_NAME = der(OID, Buffer.from('551d11', 'hex'));

/** A certificate that vouches for itself, for one IPv4 address. */
export function createTestCertificate(address: string, validUntil: Date): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from('test')))));
  const validity = der(SEQUENCE, time(new Date('2020-01-01T00:00:00Z')), time(validUntil));
  const ip = der(0x87, Buffer.from(address.split('.').map(Number)));
  const extensions = der(
    0xa3,
    der(SEQUENCE, der(SEQUENCE, ALTERNATIVE_NAME, der(OCTETS, der(SEQUENCE, ip)))),
  );
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', body, privateKey));
  const bytes = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14);
  return der(TIME, Buffer.from(`${digits}Z`));
}
