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
  environment?: Record<string, string>;
  secrets?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  read_only?: boolean;
  deploy?: { resources: { limits: Record<string, unknown> } };
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
/** Read by the command line, which is in the images too. */
const COMMAND_LINE_VARIABLES = ['CRAWLER_URL'];
/** Taken by docker-compose.yml for itself, not passed to a service. */
const COMPOSE_VARIABLES = [
  'FEEDWARDEN_VERSION',
  'BACKUP_EVERY_HOURS',
  'BACKUP_KEEP',
  'PROXY_SOURCE_MANAGER_PORT',
  'PROXY_CRAWLER_PORT',
  'PROMETHEUS_PORT',
  'ALERTMANAGER_PORT',
  'GRAFANA_PORT',
];

describe('.env.example', () => {
  it('names every variable that the services read and no other', () => {
    const known = SERVICES.flatMap(({ environmentSchema, SECRET_VARIABLES }) => [
      ...Object.keys(environmentSchema.shape),
      ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
    ]);

    const others = [...STANDALONE_VARIABLES, ...COMPOSE_VARIABLES];
    expect(Object.keys(example).sort()).toEqual([...new Set([...known, ...others])].sort());
  });

  it('begins with the three settings that most people need', () => {
    const named = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);

    expect(named.slice(0, 3)).toEqual([
      'FETCH_CONTACT_URL',
      'POLL_DEFAULT_INTERVAL_MINUTES',
      'FAILURE_POLICY',
    ]);
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
      const variables = Object.keys(composeService(name).environment ?? {});
      const own = variables.filter((variable) => !COMMAND_LINE_VARIABLES.includes(variable));
      const given = own.map((variable) => {
        const plain = variable.replace(/_FILE$/, '');
        return secrets.includes(plain) ? plain : variable;
      });

      expect(given.sort()).toEqual(Object.keys(environmentSchema.shape).sort());
    },
  );

  it('takes from .env only what .env.example names', () => {
    const taken = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);

    expect(Object.keys(example)).toEqual(expect.arrayContaining(taken));
    expect(taken).toEqual(expect.arrayContaining(COMPOSE_VARIABLES));
  });

  it.each(Object.entries(compose.services))('hardens and limits the service %s', (name, service) => {
    const { security_opt, cap_drop, read_only, deploy, image = '' } = service;

    expect(security_opt).toEqual(['no-new-privileges:true']);
    expect(Object.keys(deploy?.resources.limits ?? {}).sort()).toEqual(['cpus', 'memory', 'pids']);
    // A tag that moves would change what runs without anybody having decided it.
    expect(image).toMatch(/:(v?\d+\.\d+|\$\{FEEDWARDEN_VERSION)/);
    // The image of PostgreSQL starts as root, takes over its volume, and then becomes another user.
    if (name !== 'postgres') expect(cap_drop).toEqual(['ALL']);
    if (!image.startsWith('postgres:')) expect(read_only).toBe(true);
  });

  it('runs the images of the version that is in package.json', () => {
    const { version } = JSON.parse(read('package.json'));

    expect(read('docker-compose.yml').match(/FEEDWARDEN_VERSION:-[^}]*/g)).toEqual([
      `FEEDWARDEN_VERSION:-${version}`,
      `FEEDWARDEN_VERSION:-${version}`,
    ]);
  });

  it.each(Object.entries(compose.services))(
    'defines every secret, volume and dependency of the service %s',
    (_name, service) => {
      const { environment = {}, secrets = [], volumes = [], depends_on = {} } = service;
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
