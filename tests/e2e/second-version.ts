import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import type { Shop } from './shop-process.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** A shop whose pages can be brought to another version while it runs, as an update does. */
export interface UpdatableShop {
  url: string;
  /** Puts the second version's pages in the place of the first one's, which are gone then. */
  update: () => void;
  close: () => Promise<void>;
}

/**
 * Stands before a shop: calls go on to it, pages come from the build that `npm test` made and, after the update, from a
 * second build of the same sources in which some words are others, in the picker and in the cart that is loaded later.
 */
export const updatable = async (shop: Shop, words: Record<string, string>): Promise<UpdatableShop> => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-versions-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await cp('dist/public', first, { recursive: true });
  await build({
    logLevel: 'warn',
    build: { outDir: second },
    plugins: [
      {
        name: 'other-words',
        enforce: 'pre',
        transform: (code, id) =>
          /\/src\/web\/.*\.tsx$/.test(id)
            ? Object.entries(words).reduce((text, [old, now]) => text.replaceAll(old, now), code)
            : null,
      },
    ],
  });

  let shown = first;
  const server = createServer(async (incoming, answer) => {
    const path = incoming.url?.split('?')[0] ?? '/';
    if (path.startsWith('/api/')) {
      const { method, headers, url } = incoming;
      const onward = request(`${shop.url}${url}`, { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      incoming.pipe(onward);
      return;
    }
    const file = join(shown, extname(path) ? path : 'index.html');
    if (!existsSync(file)) return void answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'image/png', 'cache-control': 'no-cache' });
    answer.end(await readFile(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update: () => {
      shown = second;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
