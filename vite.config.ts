import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

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

/** Parts that are not offline: the panel, and pages that mean nothing without the server. */
const ONLINE_ONLY = /\/src\/web\/(admin|test-points)\/|\/reset-password-page\.tsx$/;
/** What index.html names besides the hashed files. */
const NAMED_FILES = ['index.html', 'theme.js', 'icon.svg', 'manifest.webmanifest'];

/** The hashed files of the customer flow: all that can be reached from the page without going through the rest. */
const filesOfShop = (bundle: Rolldown.OutputBundle): string[] => {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (found.has(name) || !file) return;
    if (file.type === 'chunk' && file.facadeModuleId && ONLINE_ONLY.test(file.facadeModuleId)) return;
    found.add(name);
    if (file.type !== 'chunk') return;
    const { importedCss = new Set<string>(), importedAssets = new Set<string>() } = file.viteMetadata ?? {};
    for (const next of [...file.imports, ...file.dynamicImports, ...importedCss, ...importedAssets]) visit(next);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' ? file.isEntry : file.fileName.endsWith('.woff2')) visit(file.fileName);
  }
  return [...found];
};

/**
 * Builds the service worker after the pages, with the list of their files in it. A hashed file is named by its content;
 * the others carry their hash, and the browser refuses one of another version: a half-finished update is none.
 */
const serviceWorker = (): Plugin => {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    async writeBundle(_, bundle) {
      const hashed = filesOfShop(bundle).map((name) => ({ url: `/${name}`, revision: null }));
      const named = await Promise.all(
        NAMED_FILES.map(async (name) => {
          const hash = createHash('sha256').update(await readFile(join(folder, name)));
          const integrity = hash.digest('base64');
          return { url: `/${name}`, revision: integrity, integrity: `sha256-${integrity}` };
        }),
      );
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify([...named, ...hashed]) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'src/web/offline/worker/service-worker.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
};

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker(), precompressed()],
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
