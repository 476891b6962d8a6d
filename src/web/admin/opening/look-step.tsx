import { ExternalLink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StepFoot, type StepProps } from './step-foot.tsx';

export const LookStep = ({ products, ...props }: StepProps & { products: number }) => (
  <>
    <WeightsNotice />
    <p className="max-w-prose text-sm text-muted">
      You stay logged in, so the gate lets you through and the header has "Admin", which members don't see. To see the
      gate too, open your address in a private window.
      {products === 0 && ' There are no products yet, so the shop is empty.'}
    </p>
    <StepFoot {...props}>
      <SeeYourShop variant="primary" onClick={() => void props.path.settle(props.step, 'done')} />
    </StepFoot>
  </>
);

/** A shop whose labels are right would not expect this at its gate. */
const WeightsNotice = () => {
  const { notices } = useShop();
  if (notices.weightsShown === false) return null;
  return (
    <p className="max-w-prose text-sm text-muted">
      Your gate tells people that some weight labels are incorrect. If yours are right, turn this notice off in
      Settings, under Shop.
    </p>
  );
};

/** The shop in a tab of its own, as a member who is logged in sees it. */
export const SeeYourShop = (look: Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'onClick'>) => (
  // The new tab is past the gate like this one, although the code may have just changed.
  <ButtonLink {...look} href={paths.home} target="_blank" rel="opener">
    <ExternalLink aria-hidden className="size-4.5" />
    See your shop
    <span className="sr-only"> (opens a new tab)</span>
  </ButtonLink>
);
