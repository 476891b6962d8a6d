import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` has the shop's server; the page's calls go on to it. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const COMPRESSED = /\.(js|css|html|svg|webmanifest)$/;

/** Writes each text file compressed beside itself, once: the server sends what a browser takes and never compresses. */
const precompressed = (): Plugin => {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files
          .filter((name) => COMPRESSED.test(name))
          .map(async (name) => {
            const file = join(folder, name);
            const bytes = await readFile(file);
            await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
            await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
          }),
      );
    },
  };
};

export default defineConfig({
  plugins: [react(), tailwindcss(), precompressed()],
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
