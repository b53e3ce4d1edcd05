import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as crawler from '../apps/crawler/src/config.js';
import * as sourceManager from '../apps/source-manager/src/config.js';

interface Field {
  safeParse(value: unknown): { data?: unknown };
}

interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string };
  environment: Record<string, string>;
  secrets: string[];
  volumes?: (string | { type: string; source: string })[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const compose: ComposeFile = parse(read('docker-compose.yml'), { merge: true });
const example = readExample();

const SERVICES = [
  { name: 'source-manager', ...sourceManager },
  { name: 'crawler', ...crawler },
];
/** Read by `npm start` itself, not by a service. */
const STANDALONE_VARIABLES = ['DATA_DIR'];

describe('.env.example', () => {
  it('names every variable that the services read and no other', () => {
    const known = SERVICES.flatMap(({ environmentSchema, SECRET_VARIABLES }) => [
      ...Object.keys(environmentSchema.shape),
      ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
    ]);

    expect(Object.keys(example).sort()).toEqual([...new Set([...known, ...STANDALONE_VARIABLES])].sort());
  });

  it.each(SERVICES)('shows the defaults of $name', ({ environmentSchema }) => {
    const fields: [string, Field][] = Object.entries(environmentSchema.shape);
    const defaults = fields.map(([name, field]) => [name, field.safeParse(undefined).data]);
    const shown = fields.map(([name, field]) => [name, field.safeParse(example[name] || undefined).data]);

    expect(shown).toEqual(defaults);
  });

  it.each(SERVICES)('is accepted by $name once the required variables are added', ({ readConfig }) => {
    const required = {
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      SOURCE_MANAGER_DATABASE_URL: 'postgres://source_manager:secret@localhost:5432/source_manager',
      CRAWLER_DATABASE_URL: 'postgres://crawler:secret@localhost:5432/crawler',
    };

    expect(() => readConfig({ ...example, ...required })).not.toThrow();
  });
});

describe('docker-compose.yml', () => {
  it.each(SERVICES)(
    'passes every variable to $name and no other',
    ({ name, environmentSchema, SECRET_VARIABLES }) => {
      const secrets: readonly string[] = SECRET_VARIABLES;
      const given = Object.keys(composeService(name).environment).map((variable) => {
        const plain = variable.replace(/_FILE$/, '');
        return secrets.includes(plain) ? plain : variable;
      });

      expect(given.sort()).toEqual(Object.keys(environmentSchema.shape).sort());
    },
  );

  it('takes from .env only what .env.example names', () => {
    const taken = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);

    expect(Object.keys(example)).toEqual(expect.arrayContaining(taken));
  });

  it.each(Object.entries(compose.services))(
    'defines every secret, volume and dependency of the service %s',
    (_name, service) => {
      const { environment, secrets, volumes = [], depends_on = {} } = service;
      const secretFiles = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      const namedVolumes = volumes.flatMap((volume) =>
        typeof volume === 'string' && /^\w/.test(volume) ? [volume.replace(/:.*/, '')] : [],
      );
      const unhealthy = Object.keys(depends_on).filter((other) => !hasHealthCheck(composeService(other)));

      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
      expect(secrets).toEqual(expect.arrayContaining(secretFiles.map((path) => path.slice(13))));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(namedVolumes));
      expect(unhealthy).toEqual([]);
    },
  );

  it('uses the secrets that docker/create-secrets.sh creates', () => {
    const created = [...read('docker/create-secrets.sh').matchAll(/^create (\S+)/gm)].map(([, file]) => file);

    const files = Object.values(compose.secrets).map(({ file }) => file.replace('./docker/secrets/', ''));
    expect(files.sort()).toEqual(created.sort());
  });
});

/** Its variables are commented out, as `#NAME=value`; a sentence has a space after the `#`. */
function readExample(): Record<string, string> {
  const variables = parseEnv(read('.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  return variables as Record<string, string>;
}

function composeService(name: string): ComposeService {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}

function hasHealthCheck({ build, healthcheck }: ComposeService): boolean {
  return healthcheck !== undefined || (build !== undefined && /^HEALTHCHECK/m.test(read(build.dockerfile)));
}
