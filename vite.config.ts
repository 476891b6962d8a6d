import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packagesOfPages } from './build/bundled-packages.ts';
import { precompress } from './build/precompress.ts';
import { preloadGate } from './build/preload-gate.ts';
import { serviceWorker } from './build/service-worker.ts';

/** The shop's server during `npm run dev`, which gets the calls of the pages. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const packages = packagesOfPages();

/** The build of the pages. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadGate(),
    packages.collect(),
    serviceWorker([packages.collect()]),
    precompress(),
    packages.write('dist/page-packages.json'),
  ],
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files become data: URLs, which the content security policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few files instead of fifty, because each one costs a round trip and a request.
          groups: [
            { name: 'page', tags: ['$initial'] },
            { name: 'form', test: /\/src\/web\/shared\/(endpoint-form|form-state)/ },
            {
              name: 'common',
              // Without what the way from the gate to the list does not need.
              test: /\/src\/web\/(ui\/(?!qr-code|why|table|tabs|switch|load-more|card|path-step|show-all)|app|api\/(?!queries)|api\/queries\/(cart|catalogue|gate|marks|points|receipts|settings|users)\.ts|browser\/(?!save-file|device-name)|shared\/(?!receipt|add-passkey|why|verification-text|address-groups))|lucide-react/,
              minShareCount: 2,
            },
            {
              name: 'member',
              test: /\/src\/web\/shop\/(?!gate|account|payment|receipts|products\/buy-again)/,
              minShareCount: 2,
            },
            // What the account and the panel share.
            {
              name: 'later',
              test: /\/src\/web\/(ui\/(table|tabs|switch|load-more)|api\/queries\/.*\.admin|browser\/(save-file|device-name)|shared\/verification-text)/,
              minShareCount: 2,
            },
            // What explains a number, without what it explains.
            { name: 'why', test: /\/src\/web\/(ui|shared)\/why/ },
            // Cart and receipts share this chunk. The list does not load the code for QR codes.
            { name: 'payment', test: /\/src\/web\/(shop\/payment|ui\/qr-code)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server, '/metrics': server } },
  preview: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
});
