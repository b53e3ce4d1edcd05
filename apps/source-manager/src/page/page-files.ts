import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** A file of the dashboard, as it was built. */
export interface PageFile {
  bytes: Buffer;
  /** Compressed when it was built, by the name of the encoding. */
  encoded: { br?: Buffer; gzip?: Buffer };
  mediaType: string;
  etag: string;
  /** Its name has a hash of its content: under this name it never changes. */
  isImmutable: boolean;
}

/** By the path of the URL: there is nothing else to be found, however a path is spelled. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Where the dashboard is built to; it is a package like any other, but is only read. */
export function builtDashboard(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@feedwarden/dashboard/package.json')), 'dist');
}

/** All files of the page, which are few: read once, so that a request reads nothing from the disk. */
export function readPageFiles(folder: string): PageFiles {
  if (!existsSync(join(folder, 'index.html'))) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = names.flatMap((name): [string, PageFile][] => {
    const mediaType = MEDIA_TYPES[extname(name)];
    return mediaType ? [[name.slice(folder.length), pageFile(name, mediaType)]] : [];
  });
  return new Map(files.map(([path, file]) => [path.replaceAll('\\', '/'), file]));
}

function pageFile(name: string, mediaType: string): PageFile {
  const bytes = readFileSync(name);
  const encoded: PageFile['encoded'] = {};
  for (const [encoding, suffix] of Object.entries(ENCODINGS) as [keyof typeof ENCODINGS, string][])
    if (existsSync(name + suffix)) encoded[encoding] = readFileSync(name + suffix);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    bytes,
    encoded,
    mediaType,
    etag: `"${hash}"`,
    isImmutable: /\/assets\/.+-[\w-]{8,}\.\w+$/.test(name.replaceAll('\\', '/')),
  };
}
