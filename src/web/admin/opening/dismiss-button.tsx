import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { dismissOpening, MARK_FAILED } from '../../api/queries/opening.ts';
import { navigate } from '../../browser/layer-history.ts';
import { beforeLeaving } from '../../browser/paths.ts';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../action-toasts.ts';
import { tabAddress } from '../panel-links.ts';

/** Ends the opening and goes to Overview. It first asks about typed values that were not saved. */
export const DismissButton = (
  look: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'>,
) => {
  const queryClient = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => dismissOpening(queryClient),
    onError: (error) => failureToast(error, MARK_FAILED),
  });
  const overview = tabAddress('overview');
  // Only this page goes there: somebody may have left it in the meantime.
  const leave = () => dismiss.mutate(undefined, { onSuccess: () => navigate(overview) });
  return <Button {...look} busy={dismiss.isPending} onClick={() => beforeLeaving(overview, leave)} />;
};
