import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { ImportPreview } from '#contract/imports.ts';
import { createActionKey } from '../../../api/action-key.ts';
import { ApiError, isUnconfirmed } from '../../../api/client.ts';
import {
  applyImport,
  type FoundImport,
  type ImportRequest,
  type ImportResult,
  importMappingsQuery,
  planImport,
  readProductFile,
} from '../../../api/queries/imports.ts';
import { inventoryQuery, reloadInventory } from '../../../api/queries/inventory.ts';
import { reloadTasks } from '../../../api/queries/tasks.ts';
import { userQuery } from '../../../api/queries/users.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { hasToken } from '../../action-toasts.ts';
import { asJson, fileRefusal, importFailure, type Refusal, readRefusal, statsWords } from './import-words.ts';
import { needsALook } from './needs-a-look.ts';
import { mappingFor } from './typed-mapping.ts';

/** A file that was understood, how it is to be imported, and what that would do. */
export interface OpenImport {
  step: 'open';
  file: File;
  found: FoundImport;
  request: ImportRequest;
  /** The last one, until the next is there. */
  preview: ImportPreview | null;
  /** The request as it was before anything was answered. */
  asRead: ImportRequest;
  /** The request that the preview belongs to. */
  planned: ImportRequest | null;
  /** The kept mapping that was applied by itself, until something is chosen. */
  readAs: string | null;
  /** The inventory changed since the first preview, and this is a new one. */
  moved: boolean;
}

/** The steps of an import. `sent` is the part of the file that is on the server, from 0 to 1. */
type ImportState =
  | { step: 'choose'; refusal: Refusal | null; file: File | null }
  | { step: 'reading'; file: File; sent: number }
  | OpenImport
  | { step: 'done'; file: File; result: ImportResult; words: string; looks: ReturnType<typeof needsALook> };

const AT_FIRST: ImportState = { step: 'choose', refusal: null, file: null };

/** Kept while other tabs of the panel are shown. Whoever signs in next on this page does not see it. */
const useKept = create<{ userId: string | undefined; state: ImportState }>(() => ({
  userId: undefined,
  state: AT_FIRST,
}));

/** The steps of an import: read the file, say how it is read, see what it would do, apply that (behavior 10.31). */
export const useImport = () => {
  const queryClient = useQueryClient();
  const userId = useQuery(userQuery).data?.id;
  const stateOf = (kept: ReturnType<typeof useKept.getState>) => (kept.userId === userId ? kept.state : AT_FIRST);
  const state = useKept(stateOf);
  const setState = (next: ImportState | ((now: ImportState) => ImportState)) =>
    useKept.setState((kept) => ({ userId, state: typeof next === 'function' ? next(stateOf(kept)) : next }));
  const upload = useRef<AbortController>(null);
  useEffect(
    () => () => {
      upload.current?.abort();
      if (useKept.getState().state.step !== 'open') useKept.setState({ state: AT_FIRST });
    },
    [],
  );
  const listed = () => queryClient.getQueryData(inventoryQuery.queryKey) ?? [];

  // One after the other: the shop keeps the last request, which is the one that is applied.
  const plan = useMutation({
    scope: { id: 'import' },
    mutationFn: ({ id, request }: { id: string; request: ImportRequest }) => planImport(id, request),
    onSuccess: (preview, { id, request }) =>
      setState((now) => (now.step === 'open' && now.found.id === id ? { ...now, preview, planned: request } : now)),
  });
  // A plan that failed while another tab was shown told nobody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page begins with
  useEffect(() => {
    if (state.step === 'open' && state.planned !== state.request) {
      plan.mutate({ id: state.found.id, request: state.request });
    }
  }, []);
  const [actionKey] = useState(createActionKey);
  const apply = useMutation({
    mutationFn: async ({ found, preview, request }: OpenImport) => {
      const before = listed();
      const { planHash } = preview!;
      const result = await actionKey.send(`${found.id} ${planHash}`, (key) => applyImport(found.id, planHash, key));
      await reloadInventory(queryClient);
      return { result, words: statsWords(request, preview!, 'was'), looks: needsALook(before, listed()) };
    },
    onSuccess: (outcome, { file }) => {
      setState({ step: 'done', file, ...outcome });
      if (outcome.result.taskId !== null) reloadTasks(queryClient);
    },
    onError: (error, { found, request }) => {
      if (!needsNewPlan(error)) return;
      setState((now) => (now.step === 'open' ? { ...now, moved: true, planned: null } : now));
      plan.mutate({ id: found.id, request });
    },
  });
  const press = useOneAtATime(apply.mutateAsync);

  /** Reads a file. Its columns are read as in `kept`, if that fits it. */
  const read = async (file: File, kept?: ImportRequest) => {
    const refusal = fileRefusal(file);
    if (refusal) return setState({ step: 'choose', refusal, file: null });
    if (!hasToken()) return;
    upload.current?.abort();
    const abort = new AbortController();
    upload.current = abort;
    plan.reset();
    apply.reset();
    setState({ step: 'reading', file, sent: 0 });
    try {
      const found = await readProductFile(asJson(file), {
        signal: abort.signal,
        onProgress: (sent) => setState((now) => (now.step === 'reading' ? { ...now, sent } : now)),
      });
      const isSame = kept?.mapping.fields.length === found.columns.length;
      const known = isSame || found.source !== 'table' ? undefined : await findKept(queryClient, found);
      const { mapping } = known ?? found;
      const request = isSame ? kept : { mapping, mode: 'add' as const, skipProblems: false, useCategories: [] };
      const readAs = known?.name ?? null;
      const first = { request, asRead: request, preview: null, planned: null, moved: false };
      setState({ step: 'open', file, found, readAs, ...first });
      plan.mutate({ id: found.id, request });
    } catch (error) {
      if (abort.signal.aborted) return;
      setState({ step: 'choose', refusal: isUnconfirmed(error) ? null : readRefusal(error, file.name), file });
    }
  };

  /** Problems that were skipped were those of another mapping. */
  const change = (part: Partial<ImportRequest>) => {
    if (state.step !== 'open') return;
    const request = { ...state.request, skipProblems: false, ...part };
    apply.reset();
    setState({ ...state, request, readAs: part.mapping ? null : state.readAs, moved: false });
    plan.mutate({ id: state.found.id, request });
  };

  const reset = () => {
    upload.current?.abort();
    setState(AT_FIRST);
  };

  const isShown = apply.error !== null && !isUnconfirmed(apply.error) && !needsNewPlan(apply.error);
  return {
    state,
    read,
    change,
    reset,
    apply: () => state.step === 'open' && hasToken() && press(state),
    isApplying: apply.isPending,
    /** Why the import can't be planned or applied, and whether the file has to be read again. */
    failure: plan.error ? importFailure(plan.error, 'plan') : isShown ? importFailure(apply.error, 'apply') : null,
  };
};
export type Import = ReturnType<typeof useImport>;

/** The kept mapping that was made for exactly these columns. A file is read without one if they cannot be fetched. */
const findKept = async (queryClient: QueryClient, found: FoundImport) => {
  const all = await queryClient.fetchQuery(importMappingsQuery).catch(() => []);
  return all.flatMap((each) => {
    const isSame = each.columns?.length === found.columns.length;
    const use = isSame ? mappingFor(each, found) : null;
    return use !== null && use.missing.length === 0 ? [{ name: each.name, mapping: use.mapping }] : [];
  })[0];
};

/** The inventory changed since the preview, and a new one says so. */
const needsNewPlan = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'plan_moved' || error.code === 'import_problems');
