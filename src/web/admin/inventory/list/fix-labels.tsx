import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import type { AdminItem } from '#contract/inventory.ts';
import { correctLabels, reloadInventory } from '../../../api/queries/inventory.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorToast, failureWords, hasToken, savedToast } from '../admin-calls.ts';

/** All doubtful labels of the view set right in one change-set (decisions §5 "label check"). */
export const FixLabels = ({ items, className }: { items: readonly AdminItem[]; className?: string }) => {
  const queryClient = useQueryClient();
  const fixable = items.filter(({ labelCheck }) => labelCheck?.suggested);
  const fix = useMutation({
    mutationFn: () => correctLabels(fixable.map(({ id }) => id)),
    onSuccess: async ({ message, changeId }) => {
      savedToast(queryClient, { title: message }, changeId);
      await reloadInventory(queryClient);
    },
    onError: (error) => errorToast(failureWords('Failed to update weight label', error)),
  });
  if (items.length === 0) return null;
  const rest = items.length - fixable.length;
  return (
    <Notice
      tone="warning"
      {...(className && { className })}
      title="These labels contradict name, size or tags"
      action={
        fixable.length > 0 && (
          <Button size="sm" variant="primary" busy={fix.isPending} onClick={() => hasToken() && fix.mutate()}>
            <WandSparkles aria-hidden className="size-4" />
            Fix all {fixable.length}
          </Button>
        )
      }
    >
      Members see "weight being confirmed" in place of them.
      {rest > 0 && ` For ${rest} no label fits: choose by hand.`}
    </Notice>
  );
};
