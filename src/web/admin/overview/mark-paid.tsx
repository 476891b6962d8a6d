import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { findFullyPaid } from '../../api/queries/receipts.admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { moveSelected, type Refused } from '../receipts/bulk/bulk-steps.ts';

/** Marks the orders paid whose payment is complete and confirmed. Its message offers Undo (behavior 10.8). */
export const MarkPaid = ({ count }: { count: number }) => {
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const mark = useMutation({
    mutationFn: async () =>
      moveSelected(queryClient, { receipts: await findFullyPaid(), to: 'paid', onUndone: setRefused }),
    onSuccess: (answer) => setRefused(answer ?? []),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'Failed to update the receipts'), kind: 'error' }),
  });
  return (
    <>
      <Button size="sm" busy={mark.isPending} className="relative" onClick={() => mark.isPending || mark.mutate()}>
        Mark {count} paid
      </Button>
      <Dialog open={refused.length > 0} onClose={() => setRefused([])} size="sm" title="Some receipts did not move">
        <ul className="flex flex-col gap-2">
          {refused.map(({ id, message }) => (
            <li key={id}>{message}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
};
