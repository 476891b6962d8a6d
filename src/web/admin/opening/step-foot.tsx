import type { ReactNode, Ref } from 'react';
import type { OpeningState, OpeningStep } from '#contract/opening.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import type { OpenStep } from './use-open-step.ts';

export interface StepProps {
  step: OpeningStep;
  state: OpeningState;
  path: OpenStep;
}

interface StepFootProps extends StepProps {
  /** The main action of the step. */
  children?: ReactNode;
  /** Why it did not work. */
  failure?: string | null;
}

/** The end of a step: its main action, and "Skip" until it is done. It stays at the bottom of the window. */
export const StepFoot = ({ step, state, path, failure, children }: StepFootProps) => (
  <div className="sticky bottom-0 z-10 flex flex-col gap-3 border-t border-line bg-ground py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
    <FormFailure text={failure ?? path.failure} />
    <div className="flex flex-wrap items-center gap-2">
      {children}
      {state !== 'done' && (
        <Button
          variant="ghost"
          busy={path.marking === 'skipped'}
          onClick={() => void path.settle(step, 'skipped')}
          // Alone, its word is in line with what is above it, and the button still in the window of a phone.
          className="first:-ml-3 first:pr-3 first:pl-[calc(0.75rem-1px)]"
        >
          Skip
        </Button>
      )}
    </div>
  </div>
);

/** Goes on from a step that is done in place. */
export const ContinueButton = ({ step, path, ref }: StepProps & { ref?: Ref<HTMLButtonElement> }) => (
  <Button ref={ref} variant="primary" busy={path.marking === 'done'} onClick={() => void path.settle(step, 'done')}>
    Continue
  </Button>
);
