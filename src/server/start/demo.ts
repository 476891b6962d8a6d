import { createHash } from 'node:crypto';
import { demoPicturesInOrder, drawDemoPicture, readDemoFeed, readDemoLabResult } from '#demo/index.ts';
import { digestOf } from '../features/feed/feed-cache.ts';
import type { Feed } from '../features/feed/feed-source.ts';
import type { PictureSource } from '../features/pictures/picture-sources.ts';

/*
 * The demo as a feed and a picture source (behavior 1.8). The only module of the server that knows the demo; shop.ts
 * loads it when DEMO is on.
 */

/** A feed whose stock moves a little at each sync. */
export const openDemoFeed = (clock: () => number): Feed => ({
  read: async ({ cursor }) => {
    const { text, cursor: next } = readDemoFeed(cursor, clock());
    const bytes = Buffer.from(text);
    return { digest: digestOf(bytes), bytes: async () => bytes, cursor: next };
  },
});

/**
 * The fingerprint of each drawing, because a newer version of the shop may draw differently. The drawings are not
 * stored: there are several hundred, and they are large.
 */
const fingerprints = new Map<string, string>();

/** All paths of the demo's pictures begin with this folder. */
export const DEMO_FOLDER = 'demo';

/** The drawing that was needed last: the forms of a picture are prepared one after the other. */
let last = { name: '', drawing: '' };

const draw = (name: string): string | null => {
  if (last.name === name) return last.drawing;
  const drawing = drawDemoPicture(name);
  if (drawing !== null) last = { name, drawing };
  return drawing;
};

/** The pictures of the demo catalogue, drawn when they are needed. */
export const demoPictures: PictureSource = {
  find: async (candidates) => {
    for (const name of candidates) {
      if (!name.startsWith(`${DEMO_FOLDER}/`)) continue;
      const known = fingerprints.get(name);
      if (known) return { fingerprint: known, drawn: true, load: async () => Buffer.from(draw(name)!) };
      const drawing = draw(name);
      if (drawing === null) continue;
      const fingerprint = `demo ${createHash('sha256').update(drawing).digest('base64url')}`;
      fingerprints.set(name, fingerprint);
      return { fingerprint, drawn: true, load: async () => Buffer.from(drawing) };
    }
    return null;
  },
  toPrepare: () =>
    demoPicturesInOrder()
      // A closer look in the light theme is the last thing that anybody asks for.
      .filter(({ view, theme }) => theme === 'dark' || view !== 'close')
      .map(({ name, view }) => ({
        folder: DEMO_FOLDER,
        bare: name.slice(DEMO_FOLDER.length + 1),
        forms: FORMS_OF_VIEWS[view],
      })),
};

/** The forms that pages show of each view: tiles, cards and lines, details. */
const FORMS_OF_VIEWS = {
  tile: ['middle'],
  wide: ['large'],
  front: ['middle', 'small'],
  close: ['small', 'middle'],
} as const;

/** The files of the demo's lab results, written when they are needed. */
export const demoLabResults: PictureSource = {
  find: async ([path = '']) => {
    const page = readDemoLabResult(path);
    if (page === null) return null;
    const fingerprint = `demo ${createHash('sha256').update(page).digest('base64url')}`;
    return { fingerprint, drawn: false, load: async () => Buffer.from(page, 'latin1') };
  },
};
