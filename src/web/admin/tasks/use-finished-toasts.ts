import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Task } from '#contract/tasks.ts';
import { exportedList } from '#domain/tasks.ts';
import { isRunning } from '../../api/queries/tasks.ts';
import { userQuery } from '../../api/queries/users.ts';
import { toast } from '../../ui/toast.ts';
import { savedToast } from '../action-toasts.ts';
import { saveExport } from '../exports/running-exports.ts';

/**
 * Says once how work ended that this user left running with another page: it ran already when this one opened. Work that
 * was started here says so itself.
 */
export const useFinishedToasts = (tasks: readonly Task[] | undefined): void => {
  const queryClient = useQueryClient();
  const left = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!tasks) return;
    const me = queryClient.getQueryData(userQuery.queryKey)?.username;
    left.current ??= new Set(tasks.filter((task) => isRunning(task) && task.by === me).map(({ id }) => id));
    for (const task of tasks) {
      if (isRunning(task) || !left.current.delete(task.id)) continue;
      const { id, kind, state, label, message, changeId } = task;
      // Further lines name single pictures.
      const description = message?.split('\n', 1)[0];
      const list = exportedList(kind);
      if (state === 'failed') toast({ title: `Failed: ${label}`, description, kind: 'error' });
      else if (list) {
        const action = { label: 'Download', onSelect: () => void saveExport(id, list) };
        toast({ title: `Done: ${label}`, description, kind: 'success', action });
      } else savedToast(queryClient, { title: `Done: ${label}`, description }, changeId);
    }
  }, [tasks, queryClient]);
};
