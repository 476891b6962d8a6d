import { ExternalLink } from 'lucide-react';
import { paths } from '../../browser/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StepFoot, type StepProps } from './step-foot.tsx';

/** The shop as members see it, in a tab of its own. */
export const LookStep = (props: StepProps) => (
  <StepFoot {...props}>
    <ButtonLink
      variant="primary"
      href={paths.home}
      target="_blank"
      // The new tab is past the gate like this one, although the code may have just changed.
      rel="opener"
      onClick={() => void props.path.settle(props.step, 'done')}
    >
      <ExternalLink aria-hidden className="size-4.5" />
      See your shop
      <span className="sr-only"> (opens a new tab)</span>
    </ButtonLink>
  </StepFoot>
);
