import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { useShop } from '../../api/queries/settings.ts';
import { saveShopNotices } from '../../api/queries/shop-notices.ts';
import { paths } from '../../browser/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { StepFoot, type StepProps } from './step-foot.tsx';

export const LookStep = ({ products, ...props }: StepProps & { products: number }) => (
  <>
    <p className="max-w-prose text-sm text-muted">
      You stay logged in, so the gate lets you through and the header has "Admin", which members don't see. To see the
      gate too, open your address in a private window.
      {products === 0 && ' There are no products yet, so the shop is empty.'}
    </p>
    <StepFoot {...props}>
      <SeeYourShop variant="primary" onClick={() => void props.path.settle(props.step, 'done')} />
    </StepFoot>
    {/* Below the look: the first control of a step gets the focus. */}
    <WeightsNotice />
  </>
);

/** A shop whose labels are right would not expect this at its gate. */
const WeightsNotice = () => {
  const queryClient = useQueryClient();
  const { notices } = useShop();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (weightsShown: boolean) => saveShopNotices(queryClient, { weightsShown }),
    onSuccess: (_, isShown) =>
      toast({
        title: isShown ? 'The notice on weights is shown' : 'The notice on weights is off',
        kind: 'success',
        ...(!isShown && { action: { label: 'Undo', onSelect: () => mutate(true) } }),
      }),
  });
  if (notices.weightsShown === false) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-prose min-w-0 flex-1 basis-72 text-sm text-muted">
          Your gate tells people that some weight labels are incorrect. If yours are right, turn this notice off.
        </p>
        <Button size="sm" busy={isPending} onClick={() => mutate(false)}>
          Turn the notice off
        </Button>
      </div>
      <FormFailure text={error && !isUnconfirmed(error) ? messageOf(error, 'Failed to save the shop notices') : null} />
    </div>
  );
};

/** The shop in a tab of its own, as a logged-in member sees it. */
export const SeeYourShop = (look: Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'onClick'>) => (
  // The new tab is past the gate like this one, although the code may have just changed.
  <ButtonLink {...look} href={paths.home} target="_blank" rel="opener">
    <ExternalLink aria-hidden className="size-4.5" />
    See your shop
    <span className="sr-only"> (opens a new tab)</span>
  </ButtonLink>
);
