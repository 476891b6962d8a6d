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
const ONLINE_ONLY = /\/src\/web\/admin\/|\/(test-points|reset-password)-page\.tsx$/;
/** What index.html names besides the hashed files. */
const NAMED_FILES = ['index.html', 'theme.js', 'icon.svg', 'manifest.webmanifest'];

/** The files that these lead to, themselves among them; `next` says where a chunk leads. */
const reachedFrom = (
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  next: (chunk: Rolldown.OutputChunk) => Iterable<string>,
): string[] => {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (found.has(name) || !file) return;
    found.add(name);
    if (file.type === 'chunk') for (const following of next(file)) visit(following);
  };
  names.forEach(visit);
  return [...found];
};

/** The hashed files of the customer flow: all that can be reached from the page without going through the rest. */
const filesOfShop = (bundle: Rolldown.OutputBundle): string[] => {
  const begin = Object.values(bundle).filter((file) =>
    file.type === 'chunk' ? file.isEntry : file.fileName.endsWith('.woff2'),
  );
  const isOnlineOnly = (name: string) => {
    const file = bundle[name];
    return file?.type === 'chunk' && file.facadeModuleId !== null && ONLINE_ONLY.test(file.facadeModuleId);
  };
  return reachedFrom(
    bundle,
    begin.map(({ fileName }) => fileName),
    ({ imports, dynamicImports, viteMetadata }) =>
      [
        ...imports,
        ...dynamicImports,
        ...(viteMetadata?.importedCss ?? []),
        ...(viteMetadata?.importedAssets ?? []),
      ].filter((name) => !isOnlineOnly(name)),
  );
};

/** The part that everybody who comes for the first time sees first. */
const GATE = /\/src\/web\/shop\/gate\/gate-page\.tsx$/;

/**
 * Has the page fetch the gate beside the script that will ask for it, not after it: a round trip less on a slow line.
 * Who is past the gate has it from the service worker.
 */
const gateAhead = (): Plugin => ({
  name: 'gate-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const gate = Object.values(bundle).find((file) => file.type === 'chunk' && GATE.test(file.facadeModuleId ?? ''));
      if (!gate) throw new Error('The gate is not a part of its own any more: look at what the page fetches ahead.');
      return reachedFrom(bundle, [gate.fileName], ({ imports }) => imports)
        .filter((name) => !html.includes(name))
        .map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` } }));
    },
  },
});

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
            input: 'src/web/service-worker/service-worker.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
};

export default defineConfig({
  plugins: [react(), tailwindcss(), gateAhead(), serviceWorker(), precompressed()],
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: addresses, which the content policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few files, not fifty: each costs a phone a round trip, and the page a moment to ask for it.
          groups: [
            { name: 'page', tags: ['$initial'] },
            { name: 'form', test: /react-hook-form|@hookform|\/src\/web\/shared\/endpoint-form/ },
            {
              name: 'common',
              test: /\/src\/web\/(ui\/(?!qr-code)|app|api|browser|shared\/(?!receipt))|lucide-react/,
              minShareCount: 2,
            },
            { name: 'member', test: /\/src\/web\/shop\/(?!gate|account|payment|receipts)/, minShareCount: 2 },
            // Cart and receipts share it; the list does not wait for what draws a QR code.
            { name: 'payment', test: /\/src\/web\/(shop\/payment|ui\/qr-code)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/healthz': server, '/readyz': server, '/metrics': server } },
  preview: { proxy: { '/api': server, '/healthz': server, '/readyz': server } },
});
