import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Task } from '#contract/tasks.ts';
import { type ExportList, exportedList, exportKind } from '#domain/tasks.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import {
  beginExport,
  downloadFile,
  type ExportOrder,
  isRunning,
  reloadTasks,
  tasksQuery,
} from '../../api/queries/tasks.ts';
import { saveFile } from '../../browser/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { errorToast } from '../action-toasts.ts';

/** An export of this page, from the press until the browser has its file. */
interface StartedExport {
  /** The id of its task; null until the shop has answered. */
  id: string | null;
  isSaving: boolean;
}

const useStarted = create<Partial<Record<ExportList, StartedExport>>>(() => ({}));

const put = (list: ExportList, started: StartedExport | undefined): void =>
  useStarted.setState({ [list]: started } as Partial<Record<ExportList, StartedExport>>);

/** The running export of a list among the tasks. Nobody sees those of others. */
const runningIn = (tasks: readonly Task[] | undefined, list: ExportList): Task | undefined =>
  tasks?.find((task) => task.kind === exportKind(list) && isRunning(task));

/** Returns whether this page, or another one of the same user, is exporting a list, and the task. */
export const useRunningExport = (list: ExportList): { isBusy: boolean; task: Task | undefined } => {
  const isStarted = useStarted((state) => state[list] !== undefined);
  const task = runningIn(useQuery(tasksQuery).data, list);
  return { isBusy: isStarted || task !== undefined, task };
};

/** Starts the export of a list, unless it runs already. Its file is saved when it is finished (behavior 10.30). */
export const exportList = async (queryClient: QueryClient, order: ExportOrder): Promise<void> => {
  const list = order.kind;
  if (useStarted.getState()[list] || runningIn(queryClient.getQueryData(tasksQuery.queryKey), list)) {
    toast({ title: `The ${list} are being exported`, description: 'Tasks shows how far it is.' });
    return;
  }
  put(list, { id: null, isSaving: false });
  try {
    put(list, { id: await beginExport(order), isSaving: false });
    await reloadTasks(queryClient);
  } catch (error) {
    put(list, undefined);
    if (!isUnconfirmed(error)) errorToast(messageOf(error, `Failed to export the ${list}`));
  }
};

/** Saves the file of a finished export. */
export const saveExport = async (id: string, list: ExportList): Promise<void> => {
  try {
    saveFile(`${list}.csv`, await downloadFile(id));
  } catch (error) {
    if (!isUnconfirmed(error)) errorToast(messageOf(error, 'Failed to download the file'));
  }
};

/** Saves the files of the exports that this page started, and says why one failed. */
export const useSavedExports = (tasks: readonly Task[] | undefined): void => {
  const started = useStarted();
  useEffect(() => {
    for (const task of tasks ?? []) {
      const list = exportedList(task.kind);
      const own = list && started[list];
      if (!list || own?.id !== task.id || own.isSaving || isRunning(task)) continue;
      put(list, { id: task.id, isSaving: true });
      void finish(task, list).finally(() => put(list, undefined));
    }
  }, [tasks, started]);
};

const finish = async ({ id, state, label, message }: Task, list: ExportList): Promise<void> => {
  if (state === 'done') return saveExport(id, list);
  toast({ title: `Failed: ${label}`, description: message ?? undefined, kind: 'error' });
};
