import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createActionKey } from '../../api/action-key.ts';
import { ApiError, isUnconfirmed } from '../../api/client.ts';
import { backUpNow, isRunning, reloadTasks, tasksQuery } from '../../api/queries/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { errorToast, failureMessage } from '../action-toasts.ts';

const FAILED = 'Failed to make the backup';
const NO_ANSWER = 'No answer came. The backup may still be running: its state is under Tasks.';

/** Makes a backup on the server (behavior 1.12). It goes on if the page is closed. */
export const BackUp = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient();
  const { data: tasks } = useQuery(tasksQuery);
  const [actionKey] = useState(createActionKey);
  const backUp = useMutation({
    mutationFn: () => actionKey.send('backup', backUpNow),
    onSuccess: ({ message }) => toast({ title: message, kind: 'success' }),
    onError: (error) => {
      if (isUnconfirmed(error)) return;
      const isOpen = error instanceof ApiError && error.status === null;
      errorToast(isOpen ? NO_ANSWER : failureMessage(FAILED, error));
    },
    // The list of backups is among the tasks.
    onSettled: () => reloadTasks(queryClient),
  });
  const isBusy = backUp.isPending || (tasks?.some((task) => task.kind === 'backup' && isRunning(task)) ?? false);
  return (
    <div className="flex flex-col gap-3">
      <Button busy={isBusy} onClick={() => backUp.mutate()} className="self-start">
        {!isBusy && <DatabaseBackup aria-hidden className="size-4.5" />}
        Back up now
      </Button>
      <div className="flex flex-col gap-1 text-sm text-muted">{children}</div>
    </div>
  );
};
