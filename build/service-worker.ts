import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { reachableFiles } from './bundle-files.ts';

/** Modules that are not available offline: the panel, and pages that are useless without the server. */
const ONLINE_ONLY = /\/src\/web\/admin\/|\/(test-points|reset-password)-page\.tsx$/;

/** The files without a hash in their name that the page needs. The server adds the logo to the manifest. */
const UNHASHED_FILES = ['index.html', 'theme.js', 'loading.js', 'icon.svg'];

/**
 * Builds the service worker after the pages, with these plugins, and puts the list of their files into it. A hashed file is identified by its
 * name. The others carry a hash in the list, and the browser refuses a file that does not match it. So a version is
 * installed completely or not at all (behavior 11.7).
 */
export const serviceWorker = (plugins: readonly Plugin[] = []): Plugin => {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    async writeBundle(_, bundle) {
      const hashed = customerFlowFiles(bundle).map((name) => ({ url: `/${name}`, revision: null }));
      const unhashed = await Promise.all(
        UNHASHED_FILES.map(async (name) => {
          const hash = createHash('sha256').update(await readFile(join(folder, name)));
          const integrity = hash.digest('base64');
          return { url: `/${name}`, revision: integrity, integrity: `sha256-${integrity}` };
        }),
      );
      await build({
        configFile: false,
        plugins: [...plugins],
        publicDir: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify([...unhashed, ...hashed]) },
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

/** The hashed files of the customer flow: all that the page can load without passing through an online-only module. */
const customerFlowFiles = (bundle: Rolldown.OutputBundle): string[] => {
  const entries = Object.values(bundle).filter((file) =>
    file.type === 'chunk' ? file.isEntry : file.fileName.endsWith('.woff2'),
  );
  const isOnlineOnly = (name: string) => {
    const file = bundle[name];
    return file?.type === 'chunk' && file.facadeModuleId !== null && ONLINE_ONLY.test(file.facadeModuleId);
  };
  return reachableFiles(
    bundle,
    entries.map(({ fileName }) => fileName),
    ({ imports, dynamicImports, viteMetadata }) =>
      [
        ...imports,
        ...dynamicImports,
        ...(viteMetadata?.importedCss ?? []),
        ...(viteMetadata?.importedAssets ?? []),
      ].filter((name) => !isOnlineOnly(name)),
  );
};
