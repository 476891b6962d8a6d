import { setImmediate } from 'node:timers/promises';
import { ShopError } from '#contract/errors.ts';
import { type FileProduct, readProduct } from '#domain/inventory-file-product.ts';
import { planAddMany } from '#domain/inventory-plan-file.ts';
import { PICTURE_WIDTHS } from '#domain/picture-widths.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { findMade, oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import type { PictureProcesses } from '../pictures/picture-processes.ts';
import { insertPictures } from '../pictures/pictures.queries.ts';
import { pathOfContent } from '../pictures/uploaded-pictures.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { findItemsByExternalId, isEmptyShop } from './inventory.queries.ts';
import { inventoryTerms } from './inventory-terms.ts';
import type { KeptPicture } from './item-pictures.service.ts';

interface Request {
  /** The Idempotency-Key. */
  key: string | null;
  actor: AuditActor;
}

/**
 * Adds the sample products in one change (behavior 10.24). From then on they are items by hand, and their pictures are
 * stored as if somebody had uploaded them.
 * @throws ShopError not_empty (409) if the shop has a listed item or had an order
 */
export const addSamples = async (
  shop: Shop,
  processes: PictureProcesses,
  { key, actor }: Request,
): Promise<Once<{ changeId: number }>> => {
  const { database, uploadedPictures } = shop;
  const now = shop.clock();
  const keyed = { call: 'inventory.samples', scope: actor.id, key, userId: actor.id, now } as const;
  const earlier = await findMade<{ changeId: number }>(database, keyed);
  if (earlier) return earlier;
  // Before the pictures are drawn, which takes some seconds.
  if (!(await isEmptyShop(database.read))) throw new ShopError('not_empty');
  const samples = await findSamples(shop, processes);
  const pictures = samples.flatMap(({ picture }) => picture ?? []);
  const { made } = await database.write((tx, touch) =>
    oncePerKey(tx, keyed, async () => {
      // Of two who add items at once, the second waits here and then finds those of the first.
      await lockInventory(tx);
      if (!(await isEmptyShop(tx))) throw new ShopError('not_empty');
      await insertPictures(tx, { pictures, now });
      // Those of an earlier time come back under their numbers.
      const ids = samples.map(({ product }) => product.externalId);
      const items = await findItemsByExternalId(tx, { externalIds: ids });
      await lockItems(
        tx,
        items.map(({ id }) => id),
      );
      const added = samples.map(({ product, picture }) => ({ product, picture: picture?.path ?? null }));
      const { defaultMarkupCents } = inventoryTerms(shop);
      const plan = planAddMany(added, { items, defaultMarkupCents, summary: 'Added 12 sample products' });
      const changeId = await applyPlan(tx, touch, { plan, items: byId(items), kind: 'edit', actor, now });
      return { changeId: changeId! };
    }),
  );
  for (const { path, bytes } of pictures) await uploadedPictures.keep(path, bytes);
  return made;
};

interface Sample {
  product: FileProduct;
  /** Null if this machine could not make it. Pages then show a placeholder. */
  picture: KeptPicture | null;
}

/** Made once, and kept: removing the samples and adding them again does not take the time once more. */
let lastSamples: Promise<readonly Sample[]> | null = null;

const findSamples = async ({ log }: Shop, processes: PictureProcesses): Promise<readonly Sample[]> => {
  lastSamples ??= makeSamples(log, processes);
  const making = lastSamples;
  const isWhole = await making.then(
    (samples) => samples.every(({ picture }) => picture !== null),
    () => false,
  );
  // Failed ones may succeed the next time.
  if (!isWhole && lastSamples === making) lastSamples = null;
  return making;
};

/** Reads the sample products, and draws their pictures. Only this loads the demo, of which a real shop needs nothing else. */
const makeSamples = async (log: Shop['log'], processes: PictureProcesses): Promise<Sample[]> => {
  const { sampleProducts } = await import('#demo/index.ts');
  const samples: Promise<Sample>[] = [];
  for (const { product, draw } of sampleProducts()) {
    const picture = convert(processes, Buffer.from(draw())).catch((err: unknown) => {
      log.warn({ err }, `the picture of the sample "${product.name}" could not be made`);
      return null;
    });
    samples.push(picture.then((made) => ({ product: read(product), picture: made })));
    // Other calls are served between two drawings.
    await setImmediate();
  }
  return Promise.all(samples);
};

const convert = async (processes: PictureProcesses, source: Buffer): Promise<KeptPicture> => {
  const conversion = { source, width: PICTURE_WIDTHS.large, type: 'kept', drawn: true } as const;
  const bytes = await processes.convert(conversion, () => {});
  return { path: pathOfContent(bytes), bytes };
};

/** A sample is a product of a file without a mistake. */
const read = (product: object): FileProduct => {
  const ignore = () => {};
  return readProduct(product, { imageOrigin: null, called: 'file', error: ignore, warn: ignore }).product!;
};
