import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import { createActionKey } from '../../api/action-key.ts';
import { ApiError, isUnconfirmed } from '../../api/client.ts';
import { backUpNow, reloadTasks } from '../../api/queries/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { errorToast, failureMessage } from '../action-toasts.ts';

const FAILED = 'Failed to make the backup';
const NO_ANSWER = 'No answer came. The backup may still be running: its state is under Tasks.';

/** Makes a backup on the server (behavior 1.12). It goes on if the page is closed. */
export const BackUp = ({ isRunning }: { isRunning: boolean }) => {
  const queryClient = useQueryClient();
  const [actionKey] = useState(createActionKey);
  const backUp = useMutation({
    mutationFn: () => actionKey.send('backup', backUpNow),
    onSuccess: ({ message }) => toast({ title: message, kind: 'success' }),
    onError: (error) => {
      if (isUnconfirmed(error)) return;
      const isOpen = error instanceof ApiError && error.status === null;
      errorToast(isOpen ? NO_ANSWER : failureMessage(FAILED, error));
    },
    onSettled: () => reloadTasks(queryClient),
  });
  const isBusy = backUp.isPending || isRunning;
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div>
        <h3 className="text-base font-semibold text-text">Backup</h3>
        <p className="mt-1 text-sm text-muted">Back up the shop. Ask your host for the file.</p>
      </div>
      <Button busy={isBusy} onClick={() => backUp.mutate()} className="self-start">
        {!isBusy && <DatabaseBackup aria-hidden className="size-4.5" />}
        Back up now
      </Button>
    </section>
  );
};
