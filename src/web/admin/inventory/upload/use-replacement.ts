import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReplaceResult } from '#contract/inventory.ts';
import { RELOAD_AFTER_UPLOAD_MS } from '#domain/constants.ts';
import { ApiError } from '../../../api/client.ts';
import { reloadInventory } from '../../../api/queries/inventory.ts';
import { previewReplacement, type ReplacePreview, replaceInventory } from '../../../api/queries/inventory-edits.ts';
import { storedToken } from '../../../browser/storage.ts';
import { dismissToast, toast } from '../../../ui/toast.ts';
import { savedToast } from '../../action-toasts.ts';
import { formatCounts } from '../../changes/plan-labels.ts';
import { fileRefusal, type UploadFailure, uploadFailure } from './upload-messages.ts';

/** The state of the replacement. `sent` is the part of the file that is on the server, from 0 to 1. */
export type Replacement =
  | { step: 'idle' }
  /** The dry run. */
  | { step: 'checking'; file: File; sent: number }
  /** The preview is shown. `moved`: the inventory changed since the first preview, and this is a new one. */
  | { step: 'preview'; file: File; preview: ReplacePreview; moved: boolean }
  | { step: 'replacing'; file: File; preview: ReplacePreview; sent: number }
  | { step: 'done'; file: File; result: ReplaceResult }
  | { step: 'failed'; file: File; failure: UploadFailure };

/**
 * The steps of an upload: check, dry run, preview, replacement (behavior 9.7). `askPassword` logs in if no token is
 * stored, and resolves with whether there is one now.
 */
export const useReplacement = (askPassword: () => Promise<boolean>) => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<Replacement>({ step: 'idle' });
  const upload = useRef<AbortController | null>(null);
  const isReplacing = useRef(false);
  const secondReload = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      // A replacement goes on in another tab of the panel, and its toast says how it ended. A preview is of no use there.
      if (!isReplacing.current) upload.current?.abort();
      clearTimeout(secondReload.current);
    },
    [],
  );

  const fail = (file: File, error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const failure = uploadFailure(error);
    toast({ title: failure.title, description: failure.description, kind: 'error' });
    setState({ step: 'failed', file, failure });
  };

  const start = async (): Promise<AbortController | null> => {
    if (!storedToken() && !(await askPassword())) {
      toast({
        title: 'Upload Failed',
        description: 'Authentication token not available. Please refresh page.',
        kind: 'error',
      });
      return null;
    }
    upload.current?.abort();
    upload.current = new AbortController();
    return upload.current;
  };

  const check = async (file: File) => {
    const refusal = fileRefusal(file);
    if (refusal) return toast({ ...refusal, kind: 'error' });
    // The toast of the previous file does not apply to this one.
    dismissToast();
    const abort = await start();
    if (!abort) return;
    setState({ step: 'checking', file, sent: 0 });
    try {
      const preview = await previewReplacement(file, {
        signal: abort.signal,
        onProgress: (sent) => setState((now) => (now.step === 'checking' ? { ...now, sent } : now)),
      });
      setState({ step: 'preview', file, preview, moved: false });
    } catch (error) {
      fail(file, error);
    }
  };

  const replace = async () => {
    if (state.step !== 'preview') return;
    const { file, preview } = state;
    const abort = await start();
    if (!abort) return;
    setState({ step: 'replacing', file, preview, sent: 0 });
    isReplacing.current = true;
    try {
      const result = await replaceInventory(file, preview.planHash, {
        signal: abort.signal,
        onProgress: (sent) => setState((now) => (now.step === 'replacing' ? { ...now, sent } : now)),
      });
      setState({ step: 'done', file, result });
      clearTimeout(secondReload.current);
      secondReload.current = setTimeout(() => void reloadInventory(queryClient), RELOAD_AFTER_UPLOAD_MS);
      await reloadInventory(queryClient);
      // After the load, which can keep a slow device busy for most of the toast's five seconds.
      savedToast(queryClient, { title: result.message, description: formatCounts(result.counts) }, result.changeId);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'plan_moved' && 'planHash' in error.body) {
        setState({ step: 'preview', file, preview: error.body as unknown as ReplacePreview, moved: true });
        toast({ title: 'Upload Failed', description: error.message, kind: 'error' });
      } else {
        fail(file, error);
      }
    } finally {
      isReplacing.current = false;
    }
  };

  const cancel = () => {
    upload.current?.abort();
    setState({ step: 'idle' });
  };

  return { state, check, replace, cancel };
};
