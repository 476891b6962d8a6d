import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { downloadExport, startExport } from '#contract/exports.ts';
import { createBackup, listBackups, listTasks, retryPictures, type Task } from '#contract/tasks.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import { randomKey } from '../../browser/random-key.ts';
import { call } from '../client.ts';
import { download } from '../download.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { settled } from '../settled.ts';

const tasksKey = ['admin', 'tasks'] as const;

/** A task whose process was killed sends no event. So running ones are asked for now and then. */
const WHILE_RUNNING_MS = 5000;

export const isRunning = ({ state }: Pick<Task, 'state'>): boolean => state === 'running';

/** The long work of the last day, as far as this user may see it (behavior 10.30). */
export const tasksQuery = queryOptions({
  queryKey: tasksKey,
  queryFn: async ({ signal }) => (await call(listTasks, { signal })).tasks,
  ...adminQueryDefaults,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? WHILE_RUNNING_MS : false),
});

export const reloadTasks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: tasksKey });

/** Fetches the pictures again that a task could not. */
export const retryPicturesOf = (id: string) => call(retryPictures, { params: { id } });

export const BACKUPS_FAILED = 'Failed to load the backups';

/** The backups on the server, newest first. A task that ends may have made one. */
export const backupsQuery = queryOptions({
  queryKey: [...tasksKey, 'backups'],
  queryFn: ({ signal }) => call(listBackups, { signal, fallback: BACKUPS_FAILED }),
  ...adminQueryDefaults,
});

/** Makes a backup on the server. It may take as long as an upload. */
export const backUpNow = (idempotencyKey: string) =>
  call(createBackup, { idempotencyKey, timeoutMs: UPLOAD_TIMEOUT_MS });

/** A list to export, with its filters. */
export type ExportOrder = GivenInputOf<typeof startExport>;

/** Starts an export as a task and returns the task's id (behavior 10.30). Empty filters are none, as in an address. */
export const beginExport = async ({ kind, query }: ExportOrder): Promise<string> => {
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
  const order = { kind, query: filters } as ExportOrder;
  const keyed = { idempotencyKey: randomKey(), fallback: `The ${kind} could not be exported. Please try again.` };
  return (await settled(() => call(startExport, { body: order, ...keyed }))).id;
};

const NO_FILE = 'The file could not be downloaded. Tasks keeps it for a day.';

/** The file of a finished export. */
export const downloadFile = (id: string): Promise<Blob> =>
  download(downloadExport, { params: { id }, fallback: NO_FILE });
