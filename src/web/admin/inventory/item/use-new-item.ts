import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { sameValue } from '#domain/inventory-plan.ts';
import { formatPrice } from '#domain/money.ts';
import { createActionKey } from '../../../api/action-key.ts';
import { isUnconfirmed, messageOf } from '../../../api/client.ts';
import { putItem } from '../../../api/queries/inventory.ts';
import { saveField, uploadLabFile, uploadPicture } from '../../../api/queries/inventory-edits.ts';
import { addItem } from '../../../api/queries/inventory-items.ts';
import { toast } from '../../../ui/toast.ts';
import { errorToast, hasToken, undoAll } from '../../action-toasts.ts';
import type { NewPicture } from './new-pictures.tsx';
import { nameInSize, newItemFields, type TypedField, type TypedItem } from './typed-item.ts';
import { newItemProblems } from './typed-problems.ts';
import { errorsOf, type ItemForm, withoutError } from './use-item-edit.ts';

const FAILED = 'Failed to add the item';

/** The first values of the form. */
export interface NewItemStart {
  typed: TypedItem;
  pictures: readonly NewPicture[];
  /** The field that gets the focus. */
  focus: 'name' | 'size';
  /** A description of the first values. */
  text?: string;
  /** The name to which the size is added while it is typed. */
  family?: string;
  /** Somebody has typed it already, so that leaving it asks. */
  isTyped?: boolean;
  /** It follows another one that was just added. */
  isNext?: boolean;
}

interface NewItemOptions {
  start: NewItemStart;
  pictures: readonly NewPicture[];
  onAdded: (item: AdminItem) => void;
  /** Begins the same product in another size. */
  onSize: (item: AdminItem) => void;
}

/** The form of a new item. Its pictures are uploaded right after the item is there (behavior 9.15). */
export const useNewItem = ({ start, pictures, onAdded, onSize }: NewItemOptions) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(start.typed);
  const [labFile, setLabFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<ItemForm['errors']>({});
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [isLeft, setLeft] = useState(false);
  const [actionKey] = useState(createActionKey);

  const set: ItemForm['set'] = (field, value) => {
    setErrors((before) => withoutError(before, field));
    setTyped((before) => {
      const after = { ...before, [field]: value };
      const { family } = start;
      // A name that somebody has changed is theirs.
      const follows = field === 'size' && family !== undefined && before.name === nameInSize(family, before.size);
      return follows ? { ...after, name: nameInSize(family, after.size) } : after;
    });
  };

  const add = async (): Promise<void> => {
    if (isBusy || !hasToken()) return;
    const problems = {
      ...(labFile && typed.tested === '' && { tested: 'A lab file needs the day of its test.' }),
      ...newItemProblems(typed),
    };
    if (Object.keys(problems).length > 0) {
      refuse(problems);
      return;
    }
    const kept = pictures.flatMap(({ file, address }) => (file === null ? [address] : []));
    const body = newItemFields(typed, kept);
    setBusy(true);
    try {
      const added = await actionKey.send(JSON.stringify(body), (key) => addItem(queryClient, body, key));
      const { changes, problem, item } = await uploadAll(queryClient, added.item, { pictures, labFile }, setProgress);
      onAdded(item);
      if (problem) errorToast(`${added.message}, but not all of its files: ${problem}`);
      else addedToast(queryClient, { ...added, item }, { changes, onSize });
    } catch (error) {
      if (!isUnconfirmed(error)) refuse(errorsOf(error, FAILED));
    } finally {
      setBusy(false);
      setProgress(null);
    }
  };

  const refuse = (found: ItemForm['errors']): void => {
    setErrors(found);
    setAttempts((count) => count + 1);
  };

  const isTyped =
    !isLeft &&
    (start.isTyped === true ||
      labFile !== null ||
      !sameValue(pictures, start.pictures) ||
      (Object.keys(typed) as TypedField[]).some((field) => !sameValue(typed[field], start.typed[field])));
  const form: ItemForm = { typed, errors, set };
  /** Typed values no longer count, because the person leaves the form. */
  const leave = () => setLeft(true);
  const chooseLabFile = (file: File | null) => {
    setErrors((before) => withoutError(before, 'tested'));
    setLabFile(file);
  };
  return { form, labFile, chooseLabFile, add, leave, isBusy, isTyped, progress, attempts };
};

/** Uploads the chosen files and puts all pictures into the chosen order. It stops at the first failure. */
const uploadAll = async (
  queryClient: QueryClient,
  added: AdminItem,
  { pictures, labFile }: { pictures: readonly NewPicture[]; labFile: File | null },
  onProgress: (text: string) => void,
): Promise<{ item: AdminItem; changes: number[]; problem: string | null }> => {
  const files = pictures.filter(({ file }) => file !== null);
  const addresses = new Map<NewPicture, string>();
  const changes: number[] = [];
  let item = added;
  const take = (edited: { item: AdminItem; changeId: number | null }) => {
    item = edited.item;
    putItem(queryClient, item);
    if (edited.changeId !== null) changes.push(edited.changeId);
  };
  try {
    // Each becomes the first, so the last one begins.
    for (const [index, picture] of files.toReversed().entries()) {
      onProgress(files.length === 1 ? 'Uploading the picture…' : `Uploading ${index + 1} of ${files.length}…`);
      take(
        await uploadPicture(queryClient, item.id, picture.file!, {
          onProgress: () => {},
          signal: new AbortController().signal,
        }),
      );
      addresses.set(picture, item.images[0]!);
    }
    // The order differs only if there are files among other pictures. Pictures that the shop refused to take over have
    // no place.
    const wanted = pictures.map((picture) => addresses.get(picture) ?? picture.address);
    const order = [...new Set(wanted)].filter((address) => item.images.includes(address));
    if (order.length === item.images.length && !sameValue(order, item.images)) {
      take(await saveField.images(queryClient, item.id, order, item.images));
    }
    if (labFile) {
      onProgress('Uploading the lab file…');
      take(
        await uploadLabFile(queryClient, item.id, labFile, {
          onProgress: () => {},
          signal: new AbortController().signal,
        }),
      );
    }
    return { item, changes, problem: null };
  } catch (error) {
    return { item, changes, problem: messageOf(error, "a file couldn't be uploaded.") };
  }
};

/** Undo takes back the pictures first: an item that has changed since it was added stays in the list. */
const addedToast = (
  queryClient: QueryClient,
  { message, item, changeId, warnings }: Awaited<ReturnType<typeof addItem>>,
  { changes, onSize }: { changes: readonly number[]; onSize: (item: AdminItem) => void },
): void => {
  const sold = `Base price ${formatPrice(item.price)}, sold for ${formatPrice(item.finalPrice)}`;
  toast({
    title: message,
    description: warnings.length > 0 ? warnings.join('\n') : sold,
    kind: 'success',
    next: { label: 'Add a size', onSelect: () => onSize(item) },
    action: { label: 'Undo', onSelect: () => void undoAll(queryClient, [changeId, ...changes]) },
  });
};
