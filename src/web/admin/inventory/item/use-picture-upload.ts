import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { ApiError, messageOf } from '../../../api/client.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { uploadPicture } from '../../../api/queries/inventory-edits.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';

const FAILED = "Couldn't upload the picture";

/**
 * Uploads pictures of an item, one at a time. It goes on if the drawer closes or shows another item, and its message says
 * how it ended. `onUploaded` gets the address of the new picture.
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
    mutationFn: (file: File) =>
      uploadPicture(item.id, file, { onProgress: setSent, signal: new AbortController().signal }),
    onSuccess: ({ message, item: stored, changeId }) => {
      putItem(queryClient, stored);
      savedToast(queryClient, { title: message, description: item.name }, changeId);
      onUploaded(stored.images[0]);
    },
    onError: (error) => {
      if (isShown.current) setProblem(messageOf(error, FAILED));
      else errorToast(failureMessage(`${FAILED} of ${item.name}`, error));
      if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
    },
  });
  const start = (file: File | undefined) => {
    if (!file || upload.isPending || !hasToken()) return;
    setSent(0);
    if (file.size > PICTURE_MAX_BYTES) return setProblem(errorText('picture_too_large'));
    setProblem(null);
    upload.mutate(file);
  };
  return { start, isUploading: upload.isPending, sent, problem };
};
