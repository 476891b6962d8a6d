import { ExternalLink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { paths } from '../../browser/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
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
  </>
);

/** The shop in a tab of its own, as a member who is logged in sees it. */
export const SeeYourShop = (look: Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'onClick'>) => (
  // The new tab is past the gate like this one, although the code may have just changed.
  <ButtonLink {...look} href={paths.home} target="_blank" rel="opener">
    <ExternalLink aria-hidden className="size-4.5" />
    See your shop
    <span className="sr-only"> (opens a new tab)</span>
  </ButtonLink>
);
