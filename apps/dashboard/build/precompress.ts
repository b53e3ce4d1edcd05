import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|md)$/;

/** Writes `.br` and `.gz` beside what is worth it: the server sends them as they are. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((name) => COMPRESSIBLE.test(name))) {
        const bytes = readFileSync(join(folder, name));
        writeFileSync(`${join(folder, name)}.gz`, gzipSync(bytes, { level: 9 }));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        writeFileSync(`${join(folder, name)}.br`, brotliCompressSync(bytes, { params }));
      }
    },
  };
}
