import { ExternalLink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { paths } from '../../browser/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StepFoot, type StepProps } from './step-foot.tsx';

export const LookStep = (props: StepProps) => (
  <StepFoot {...props}>
    <SeeYourShop variant="primary" onClick={() => void props.path.settle(props.step, 'done')} />
  </StepFoot>
);

/** The shop as members see it, in a tab of its own. */
export const SeeYourShop = (look: Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'onClick'>) => (
  // The new tab is past the gate like this one, although the code may have just changed.
  <ButtonLink {...look} href={paths.home} target="_blank" rel="opener">
    <ExternalLink aria-hidden className="size-4.5" />
    See your shop
    <span className="sr-only"> (opens a new tab)</span>
  </ButtonLink>
);
