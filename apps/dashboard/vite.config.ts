import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes } from './build/api-routes.js';
import { precompress } from './build/precompress.js';

const isFromElsewhere = (id: string) => id.includes('node_modules');
/** They stand beside what every page needs, but only lists need them. */
const isForLists = (id: string) => /infinite|queries/i.test(id);

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
        // What the first page needs in two files: they compress better than many, and the libraries stay cached when
        // only the page changes. What other pages need of either is loaded with them.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: (id) => isFromElsewhere(id) && !isForLists(id),
              tags: ['$initial'],
              priority: 1,
            },
            { name: 'page', test: (id) => !isFromElsewhere(id), tags: ['$initial'] },
          ],
        },
      },
    },
    // The README of each library says what it is; the licences ship with the page.
    license: { fileName: 'assets/licenses.md' },
  },
  // For work on the page alone: `npx vite` in this folder, beside `npm start`.
  server: { proxy: { '/api': process.env.SOURCE_MANAGER_URL ?? 'http://127.0.0.1:4100' } },
});
