import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReplaceResult } from '#contract/inventory.ts';
import { RELOAD_AFTER_UPLOAD_MS } from '#domain/constants.ts';
import { ApiError } from '../../../api/client.ts';
import {
  previewReplacement,
  type ReplacePreview,
  reloadInventory,
  replaceInventory,
} from '../../../api/queries/inventory.ts';
import { storedToken } from '../../../browser/storage.ts';
import { dismissToast, toast } from '../../../ui/toast.ts';
import { savedToast } from '../admin-calls.ts';
import { countsWords } from '../sync/sync-words.ts';
import { refusalOf } from './check-file.ts';
import { type UploadFailure, uploadFailure } from './upload-failure.ts';

/** Where the replacement of the inventory stands. `sent` is the part of the file that is on the server, 0 to 1. */
export type Replacement =
  | { step: 'idle' }
  /** Sent for the dry run. */
  | { step: 'checking'; file: File; sent: number }
  /** The plan is shown and waits for a yes; `moved` says that it is not the one that was asked for first. */
  | { step: 'preview'; file: File; preview: ReplacePreview; moved: boolean }
  | { step: 'replacing'; file: File; preview: ReplacePreview; sent: number }
  | { step: 'done'; file: File; result: ReplaceResult }
  | { step: 'failed'; file: File; failure: UploadFailure };

/** What is done with the token once it is there. */
type AskPassword = () => Promise<boolean>;

/**
 * The upload from dropping a file to the new inventory: check, dry run, preview, replacement (decisions §5, §8 "upload
 * screen"). `askPassword` gets a token where there is none and answers whether it did.
 */
export const useReplacement = (askPassword: AskPassword) => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<Replacement>({ step: 'idle' });
  const upload = useRef<AbortController | null>(null);
  const laterReload = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      upload.current?.abort();
      clearTimeout(laterReload.current);
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
    const refusal = refusalOf(file);
    if (refusal) return toast({ ...refusal, kind: 'error' });
    // What was said of the file before says nothing of this one.
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
    try {
      const result = await replaceInventory(file, preview.planHash, {
        signal: abort.signal,
        onProgress: (sent) => setState((now) => (now.step === 'replacing' ? { ...now, sent } : now)),
      });
      setState({ step: 'done', file, result });
      clearTimeout(laterReload.current);
      laterReload.current = setTimeout(() => void reloadInventory(queryClient), RELOAD_AFTER_UPLOAD_MS);
      await reloadInventory(queryClient);
      // After the load, which may keep a slow machine busy: its five seconds are to be seen.
      savedToast(queryClient, { title: result.message, description: countsWords(result.counts) }, result.changeId);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'plan_moved' && 'planHash' in error.body) {
        setState({ step: 'preview', file, preview: error.body as unknown as ReplacePreview, moved: true });
        toast({ title: 'Upload Failed', description: error.message, kind: 'error' });
      } else {
        fail(file, error);
      }
    }
  };

  const cancel = () => {
    upload.current?.abort();
    setState({ step: 'idle' });
  };

  return { state, check, replace, cancel };
};
