import type { Plugin } from 'vite';
import { reachableFiles } from './bundle-files.ts';

/** The module of the gate, which every new visitor sees first. */
const GATE = /\/src\/web\/shop\/gate\/gate-page\.tsx$/;

/**
 * Makes the page fetch the gate together with the script that needs it, which saves a round trip on a slow line.
 * Browsers that are past the gate have these files from the service worker.
 *
 * @throws Error if the gate is not a chunk of its own
 */
export const preloadGate = (): Plugin => ({
  name: 'preload-gate',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const gate = Object.values(bundle).find((file) => file.type === 'chunk' && GATE.test(file.facadeModuleId ?? ''));
      if (!gate)
        throw new Error('The gate is no longer a chunk of its own, so build/preload-gate.ts cannot preload it.');
      return reachableFiles(bundle, [gate.fileName], ({ imports }) => imports)
        .filter((name) => !html.includes(name))
        .map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` } }));
    },
  },
});
