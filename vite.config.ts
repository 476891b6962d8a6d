import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packagesOfPages } from './build/bundled-packages.ts';
import { listChunks } from './build/list-chunks.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { slimContract } from './build/slim-contract.ts';

/** The shop's server during `npm run dev`, which gets the calls of the pages. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const packages = packagesOfPages();

/** The build of the pages. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    slimContract(),
    packages.collect(),
    serviceWorker([packages.collect()]),
    precompress(),
    packages.write('dist/page-packages.json'),
  ],
  // The router brings a substitute for what this React has.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
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
            // Schemas, and the list of errors. The way to the list imports files that import them, but uses none.
            {
              name: 'form',
              test: /\/node_modules\/zod\/|\/src\/contract\/(errors|values|[\w-]+-(forms?|fields))\.ts$/,
              includeDependenciesRecursively: false,
            },
            { name: 'page', tags: ['$initial'] },
            { name: listChunks(), debugName: 'list' },
            // Small parts that details, cart and receipts share.
            { name: 'parts', test: /\/src\/web\/ui\/(copy-button|popover|stepper)|lucide-react/, minShareCount: 2 },
            // What the account and the panel share.
            {
              name: 'later',
              test: /\/src\/web\/(ui\/(card|table|tabs|switch|load-more)|api\/queries\/(.*\.admin|passkeys)|browser\/(save-file|device-name)|shared\/(add-passkey|verification-text))/,
              minShareCount: 2,
            },
            // What explains a number, without what it explains.
            { name: 'why', test: /\/src\/web\/(ui|shared)\/why/ },
            // What receipts and the lists of them say.
            { name: 'receipt', test: /\/src\/web\/shared\/(receipt-|payment-words|delivery)/, minShareCount: 2 },
            // The list has one, too, and loads nothing of the panel.
            { name: 'checkbox', test: /\/src\/web\/ui\/checkbox/ },
            // What the tabs of the panel share.
            {
              name: 'panel',
              test: /\/src\/(web\/(admin\/(?!settings|opening|inventory\/(?!item\/item-pictures))|api\/queries\/(inventory|invites|tasks))|contract\/(exports|inventory|invites|tasks)|domain\/item-(pictures|search))/,
              minShareCount: 2,
            },
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
