import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { counted, nounFor } from '#domain/text.ts';
import { inventoryQuery } from '../../../api/queries/inventory.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { notKnown, type OneByOne } from './one-by-one.ts';

/** Says of which item nobody knows whether it was changed, and looks. Trying again changes nothing twice (behavior 2.10). */
export const LostResponse = ({ outcome }: { outcome: OneByOne | null }) => {
  const queryClient = useQueryClient();
  const { data: items } = useQuery({ ...inventoryQuery, enabled: false });
  const look = useMutation({
    mutationFn: () => queryClient.refetchQueries({ queryKey: inventoryQuery.queryKey }, { throwOnError: true }),
  });
  if (!outcome?.unknown) return null;
  const { unknown, left } = outcome;
  const now = items?.find(({ id }) => id === unknown.id);
  const after = left.length - 1;
  return (
    <Notice
      tone="warning"
      alert
      title="The shop did not answer"
      action={
        <Button size="sm" busy={look.isPending} onClick={() => look.mutate()}>
          Look
        </Button>
      }
    >
      <p>
        {notKnown(unknown)}
        {after > 0 && ` ${counted(after)} after it ${nounFor(after, 'is', 'are')} not changed yet.`} Try again: it is
        changed only once.
      </p>
      {look.isError && <p className="mt-1">The list could not be loaded. Please look again later.</p>}
      {look.isSuccess && (
        <p className="mt-1 font-medium">
          {now ? `${now.quantity} in stock now, ${unknown.quantity} before.` : 'It is no longer in the list.'}
        </p>
      )}
    </Notice>
  );
};
