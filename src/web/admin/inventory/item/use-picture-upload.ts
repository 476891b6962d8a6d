import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { itemName } from '#domain/panel-item.ts';
import { ApiError, messageOf } from '../../../api/client.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { uploadPicture } from '../../../api/queries/inventory-edits.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';

const FAILED = "Couldn't upload the picture";

/**
 * Uploads pictures of an item, one after the other. It goes on if the drawer closes or shows another item, and its message
 * says how it ended. `onUploaded` gets the address of the first new picture.
 */
export const usePictureUpload = (item: AdminItem, onUploaded: (address: string | undefined) => void) => {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const changes: number[] = [];
      let title = '';
      // Each becomes the first, so the last one begins.
      for (const file of files.toReversed()) {
        setSent(0);
        const options = { onProgress: setSent, signal: new AbortController().signal };
        const { message, item: stored, changeId } = await uploadPicture(queryClient, item.id, file, options);
        putItem(queryClient, stored);
        onUploaded(stored.images[0]);
        if (changeId !== null) changes.push(changeId);
        title = files.length === 1 ? message : `${files.length} pictures uploaded`;
      }
      return { title, changes };
    },
    onSuccess: ({ title, changes }) => savedToast(queryClient, { title, description: itemName(item) }, changes),
    onError: (error) => {
      if (isShown.current) setProblem(messageOf(error, FAILED));
      else errorToast(failureMessage(`${FAILED} of ${itemName(item)}`, error));
      if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
    },
  });
  const start = (files: Iterable<File>) => {
    const chosen = [...files];
    if (chosen.length === 0 || upload.isPending || !hasToken()) return;
    const fitting = chosen.filter(({ size }) => size <= PICTURE_MAX_BYTES);
    setProblem(fitting.length < chosen.length ? errorText('picture_too_large') : null);
    if (fitting.length > 0) upload.mutate(fitting);
  };
  return { start, isUploading: upload.isPending, sent, problem };
};
