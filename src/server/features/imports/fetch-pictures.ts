import { ShopError } from '#contract/errors.ts';
import { fetchedMessage } from '#domain/import-pictures.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { isStillHolder } from '../../db/leases.ts';
import { ElsewhereError, readElsewhere } from '../../lib/read-elsewhere.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { findChange } from '../changes/changes.queries.ts';
import { toKeptPicture } from '../inventory/item-pictures.service.ts';
import { PictureProcesses } from '../pictures/picture-processes.ts';
import { endTask } from '../tasks/tasks.queries.ts';
import { leaseOf, type RunningTask } from '../tasks/tasks.ts';
import { addFetchedPictures, type FetchedPicture } from './add-pictures.service.ts';
import {
  deleteImportPictures,
  dropWaiting,
  findPictureTask,
  findWaitingAddresses,
  listImportPictures,
  type PictureTask,
} from './import-pictures.queries.ts';

/** How often a process looks for pictures that nobody fetches, because another process was killed. */
const EVERY_MS = 5000;
/** So many are fetched at once, and stored together. */
const AT_ONCE = 4;

/** Fetches the pictures of imports (behavior 9.28). Of several processes one does it, and another one goes on if that one is gone. */
export const startFetchingPictures = (shop: Shop): BackgroundJob => {
  const stopping = new AbortController();
  // Processes of their own: an import must not hold up the pictures that members look at.
  const processes = new PictureProcesses(shop.timeLimits.conversion);
  const job = repeat({ name: 'fetching pictures', every: EVERY_MS, log: shop.log }, () =>
    fetchImportPictures(shop, processes, stopping.signal),
  );
  const stopListening = shop.database.onChange(({ topic }) => topic === 'tasks' && job.wake());
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      processes.close();
      await job.stop();
    },
  };
};

/** Fetches all pictures that wait, unless another process does. */
export const fetchImportPictures = async (
  shop: Shop,
  processes: PictureProcesses,
  stopped: AbortSignal,
): Promise<void> => {
  const { database, tasks } = shop;
  if (stopped.aborted || !(await findPictureTask(database.read))) return;
  await tasks.runAlone('pictures', async (holder) => {
    for (;;) {
      const next = await findPictureTask(database.read);
      if (!next) return;
      const isDone = await tasks.goOn(next.taskId, (task) =>
        fetchAll(shop, next, { task, holder, processes, stopped }),
      );
      if (!isDone) return;
    }
  });
};

interface Fetching {
  task: RunningTask;
  holder: string;
  processes: PictureProcesses;
  stopped: AbortSignal;
}

/**
 * Fetches the pictures of one import, and stores the end of its task. Returns false if this process stops first, or was
 * silent for so long that another one does it. Pictures that have arrived by then are not fetched again.
 */
const fetchAll = async (shop: Shop, { taskId, changeId }: PictureTask, fetching: Fetching): Promise<boolean> => {
  const { database, clock, uploadedPictures } = shop;
  const all = await listImportPictures(database.read, { taskId });
  const total = new Set(all.map(({ address }) => address)).size;
  let done = total - new Set(all.filter(({ state }) => state === 'waiting').map(({ address }) => address)).size;
  for (;;) {
    fetching.task.report(done, total);
    const change = await findChange(database.read, { id: changeId });
    if (!change || change.reverted_by !== null) await database.write((tx) => dropWaiting(tx, { taskId }));
    const addresses = await findWaitingAddresses(database.read, { taskId, most: AT_ONCE });
    if (addresses.length === 0) break;
    const fetched = await Promise.all(addresses.map((address) => fetchPicture(shop, address, fetching)));
    if (fetching.stopped.aborted) return false;
    const isStored = await database.write(async (tx, touch) => {
      if (!(await isStillHolder(tx, leaseOf(fetching.holder, 'pictures')))) return false;
      await addFetchedPictures(tx, touch, { taskId, changeId, fetched, now: clock() });
      return true;
    });
    if (!isStored) return false;
    for (const each of fetched) {
      if ('picture' in each) await uploadedPictures.keep(each.picture.path, each.picture.bytes);
    }
    done += addresses.length;
  }
  await endFetching(shop, taskId);
  return true;
};

/** Fetches one picture and converts it. A problem with it never stops the others. */
const fetchPicture = async (
  { settings, timeLimits }: Shop,
  address: string,
  { processes, stopped }: Fetching,
): Promise<FetchedPicture> => {
  const { response, complete } = timeLimits.imageOrigin;
  if (!URL.canParse(address)) return { address, problem: 'This is not an address.' };
  try {
    const { status, bytes } = await readElsewhere(new URL(address), {
      called: { name: 'The picture' },
      limits: { bytes: PICTURE_MAX_BYTES, milliseconds: complete, response },
      headers: { accept: 'image/*' },
      publicOnly: !settings.PRIVATE_URLS,
      stopped,
    });
    if (bytes.length === 0) return { address, problem: `Its server answered ${status} without a picture.` };
    return { address, picture: await toKeptPicture(processes, bytes) };
  } catch (error) {
    if (error instanceof ElsewhereError) return { address, problem: `${wordsOf(error)}.` };
    if (error instanceof ShopError && error.code === 'picture_refused') return { address, problem: error.message };
    throw error;
  }
};

const wordsOf = ({ why, message }: ElsewhereError): string =>
  why === 'not_public' ? 'The picture is not at a public address' : message;

const endFetching = async ({ database, clock }: Shop, taskId: string): Promise<void> => {
  // A picture of several products counts once, as fetched if any of them has it.
  const all = await listImportPictures(database.read, { taskId });
  const byAddress = new Map(all.toReversed().map((each) => [each.address, each]));
  for (const each of all) if (each.state === 'fetched') byAddress.set(each.address, each);
  const pictures = [...byAddress.values()].sort((a, b) => a.id - b.id);
  const failed = pictures.filter(({ state }) => state === 'failed');
  const message = fetchedMessage({
    fetched: pictures.filter(({ state }) => state === 'fetched').length,
    dropped: pictures.filter(({ state }) => state === 'dropped').length,
    failed: failed.map(({ name, address, problem }) => ({ name, address, problem: problem! })),
  });
  const state = failed.length > 0 && failed.length === pictures.length ? 'failed' : 'done';
  await database.write(async (tx, touch) => {
    await endTask(tx, { id: taskId, state, message, changeId: null, now: clock() });
    if (failed.length === 0) await deleteImportPictures(tx, { taskId });
    touch('tasks');
  });
};
