import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { sameValue } from '#domain/inventory-plan.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { counted } from '#domain/text.ts';
import { ApiError, isUnconfirmed, messageOf } from '../../../api/client.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { saveField, uploadPicture } from '../../../api/queries/inventory-edits.ts';
import { toast } from '../../../ui/toast.ts';
import { hasToken, undoAll } from '../../action-toasts.ts';
import { canBeDrawn } from '../item/picture-file.ts';
import { type PictureFile, type PlannedFile, planPictures } from './picture-plan.ts';

const NONE: readonly AdminItem[] = [];
const FAILED = "Couldn't upload the picture";

/**
 * Picture files that are matched with items by their names, and uploaded with one press (behavior 9.19). They stay until they
 * are stored or left out: after a failure, a press sends those that are missing.
 */
export const usePictureFiles = (items: readonly AdminItem[] = NONE) => {
  const queryClient = useQueryClient();
  const [files, setFiles] = useState<readonly PictureFile[]>([]);
  const [isBusy, setBusy] = useState(false);
  const nextKey = useRef(0);
  const made = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const address of made.current) URL.revokeObjectURL(address);
    },
    [],
  );
  // Closing the dialog leaves the upload running, but closing the page ends it.
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  const plan = useMemo(() => (files.length === 0 ? [] : planPictures(files, items)), [files, items]);

  const change = (key: number, changes: Partial<PictureFile>) =>
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));

  const add = async (chosen: Iterable<File>): Promise<void> => {
    const added = [...chosen].map((file): PictureFile => {
      const address = URL.createObjectURL(file);
      made.current.push(address);
      const problem = file.size > PICTURE_MAX_BYTES ? errorText('picture_too_large') : null;
      nextKey.current += 1;
      return { key: nextKey.current, file, address, typed: '', problem, state: 'waiting', failure: null, stored: null };
    });
    // Pictures that an earlier round has stored make room.
    const stored = new Set(plan.flatMap(({ key, state }) => (state === 'stored' ? [key] : [])));
    setFiles((before) => [...before.filter(({ key }) => !stored.has(key)), ...added]);
    // One after the other: a dozen large pictures take a lot of memory.
    for (const { key, address, problem } of added) {
      if (problem === null && !(await canBeDrawn(address))) change(key, { problem: errorText('picture_refused') });
    }
  };
  const leaveOut = (key: number) => setFiles((before) => before.filter((each) => each.key !== key));

  const send = async (): Promise<void> => {
    if (isBusy || !hasToken()) return;
    setBusy(true);
    const changes: number[] = [];
    let stored = 0;
    await sendAll({
      queryClient,
      plan,
      change: (key, changed) => {
        if (changed.state === 'stored') stored += 1;
        change(key, changed);
      },
      take: ({ item, changeId }) => {
        putItem(queryClient, item);
        if (changeId !== null) changes.push(changeId);
      },
    });
    setBusy(false);
    const missing = plan.filter(({ isSent }) => isSent).length - stored;
    // An item of it may have left the inventory.
    if (missing > 0) void reloadInventory(queryClient);
    if (stored === 0) return;
    toast({
      title: `${counted(stored, 'picture')} stored`,
      ...(missing > 0 && { description: `${missing} could not be stored.` }),
      kind: 'success',
      action: { label: 'Undo', onSelect: () => void undoAll(queryClient, changes) },
    });
  };
  const clear = () => setFiles([]);
  return { plan, isBusy, add, change, leaveOut, send, clear };
};
export type PictureFiles = ReturnType<typeof usePictureFiles>;

interface Round {
  queryClient: QueryClient;
  plan: readonly PlannedFile[];
  change: (key: number, changes: Partial<PictureFile>) => void;
  /** An item as the shop has just returned it, and the change-set of its call. */
  take: (edited: { item: AdminItem; changeId: number | null }) => void;
}

/** Uploads all that has an item, one item after the other. It ends if the shop cannot be reached. */
const sendAll = async (round: Round): Promise<void> => {
  const ids = new Set(round.plan.flatMap(({ item, isSent }) => (item && isSent ? [item.id] : [])));
  for (const id of ids) {
    const isReached = await sendFilesOf(id, round);
    if (!isReached) return;
  }
};

/** Returns false if the shop cannot be reached, so that nobody waits for the other files to fail as well. */
const sendFilesOf = async (id: number, { queryClient, plan, change, take }: Round): Promise<boolean> => {
  const ofItem = plan.filter(({ item, problem }) => item?.id === id && problem === null);
  const images = new Map(ofItem.map(({ key, stored }) => [key, stored?.image]));
  let latest: AdminItem | null = null;
  // Each becomes the first, so the last one begins.
  for (const { key, file } of ofItem.filter(({ isSent }) => isSent).toReversed()) {
    change(key, { state: 'sending', failure: null });
    try {
      const options = { onProgress: () => {}, signal: new AbortController().signal };
      const edited = await uploadPicture(queryClient, id, file, options);
      take(edited);
      latest = edited.item;
      const [image] = latest.images;
      images.set(key, image);
      change(key, { state: 'stored', stored: { itemId: id, image: image! } });
    } catch (error) {
      change(key, { state: 'failed', failure: messageOf(error, FAILED) });
      if (!(error instanceof ApiError) || error.status === null || isUnconfirmed(error)) return false;
    }
  }
  const isLast = ofItem.some((each) => each.isLast);
  if (latest) await putInOrder(queryClient, latest, { wanted: [...images.values()], isLast }, take);
  return true;
};

/**
 * A picture that is stored at a second attempt is before the others, and further views of an item are after them. If this
 * fails, only the order is another one.
 */
const putInOrder = async (
  queryClient: QueryClient,
  item: AdminItem,
  { wanted, isLast }: { wanted: readonly (string | undefined)[]; isLast: boolean },
  take: Round['take'],
): Promise<void> => {
  const added = new Set(wanted.filter((image) => image !== undefined));
  const others = item.images.filter((image) => !added.has(image));
  const order = isLast ? [...others, ...added] : [...added, ...others];
  if (sameValue(order, item.images)) return;
  await saveField.images(queryClient, item.id, order, item.images).then(take, () => undefined);
};
