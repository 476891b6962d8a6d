import type { Opening, OpeningStep } from '#contract/opening.ts';
import { Card } from '../../ui/card.tsx';
import { DismissButton } from './dismiss-button.tsx';
import { Invitation } from './invitation.tsx';
import { STEPS } from './steps.ts';

interface OpeningEndProps {
  steps: Opening['steps'];
  onOpen: (step: OpeningStep) => void;
  /** What lets people in, if it was just made. */
  code: string | null;
}

/** The end of the path: the message that brings the first members, and what is left for later. */
export const OpeningEnd = ({ steps, onOpen, code }: OpeningEndProps) => {
  const left = steps.filter(({ state }) => state === 'skipped');
  return (
    <Card aria-label="What comes next" className="rise flex flex-col gap-5 p-4 sm:p-6">
      <Invitation key={code} code={code}>
        <DismissButton>Go to Overview</DismissButton>
      </Invitation>
      {left.length > 0 && (
        <div className="border-t border-line pt-3">
          <h2 className="text-sm font-semibold text-text">Left for later</h2>
          <ul className="flex flex-col">
            {left.map(({ step }) => (
              <li key={step} className="flex flex-wrap items-baseline gap-x-3">
                <button type="button" onClick={() => onOpen(step)} className="link min-h-11 text-sm">
                  {STEPS[step].title}
                </button>
                {STEPS[step].missing && <p className="text-sm text-warning-text">{STEPS[step].missing}</p>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
};
