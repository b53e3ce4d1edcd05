import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes } from './build/api-routes.js';
import { precompress } from './build/precompress.js';

/** But for the virtual list, which only lists need. */
const isLibrary = (id: string) => /node_modules/.test(id) && !/virtual/.test(id);

export default defineConfig({
  plugins: [react(), apiRoutes(), precompress()],
  build: {
    target: 'es2022',
    // The policy of the page allows no data: URLs and no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Names which file needs which: a test adds up what a page loads first.
    manifest: true,
    rolldownOptions: {
      output: {
        // The libraries in one file: it compresses better, and stays cached when only the page changes.
        codeSplitting: { groups: [{ name: 'libraries', test: isLibrary }] },
      },
    },
    // The README of each library says what it is; the licences ship with the page.
    license: { fileName: 'assets/licenses.md' },
  },
  // For work on the page alone: `npx vite` in this folder, beside `npm start`.
  server: { proxy: { '/api': process.env.SOURCE_MANAGER_URL ?? 'http://127.0.0.1:4100' } },
});
