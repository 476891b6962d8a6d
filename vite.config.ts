import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Where `npm run dev` has the shop's server; the page's calls go on to it. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // `#domain/x.ts` is the source, not a build that may be stale.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: addresses, which the content policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server, '/metrics': server } },
  preview: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
});
