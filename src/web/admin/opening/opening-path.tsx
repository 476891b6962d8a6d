import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { OPENING_STEPS, type Opening, type OpeningState, type OpeningStep } from '#contract/opening.ts';
import { cx } from '../../ui/cx.ts';
import { PathStep } from '../../ui/path-step.tsx';
import { useSection } from '../settings/use-section.ts';
import { DoorStep, type WayIn } from './door-step.tsx';
import { LookStep } from './look-step.tsx';
import { ProductsStep } from './products-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import type { StepProps } from './step-foot.tsx';
import { STEPS, summaryOf } from './steps.ts';
import { bodyId, type OpenStep } from './use-open-step.ts';

interface OpeningPathProps {
  opening: Opening;
  path: OpenStep;
  /** The way in that was just made. */
  way: WayIn;
  onWay: (way: WayIn) => void;
}

/** The eight steps as a path like that of an order. One of them is open in place. */
export const OpeningPath = ({ opening, path, way, onWay }: OpeningPathProps) => {
  const { settings } = useSection();
  const contentOf = (props: StepProps): ReactNode => {
    if (props.step === 'products') return <ProductsStep {...props} />;
    if (props.step === 'door') return <DoorStep {...props} way={way} onWay={onWay} />;
    return props.step === 'look' ? <LookStep {...props} products={opening.products} /> : <SettingsStep {...props} />;
  };
  return (
    <ol aria-label="Steps" className="flex flex-col">
      {opening.steps.map(({ step, state }) => {
        const isOpen = step === path.open;
        return (
          <PathStep
            key={step}
            number={OPENING_STEPS.indexOf(step) + 1}
            state={isOpen ? 'current' : state === 'done' ? 'done' : 'ahead'}
            isDone={state === 'done'}
            className={cx('scroll-mt-4 last:pb-0', isOpen ? 'pb-8' : 'pb-4')}
          >
            <div className="min-w-0">
              <StepHead
                step={step}
                state={state}
                summary={summaryOf(step, settings, opening)}
                isOpen={isOpen}
                onOpen={() => path.showStep(step)}
              />
              {isOpen && (
                <div
                  id={bodyId(step)}
                  tabIndex={-1}
                  // On a phone the step has the whole width, and lies on the line of the path.
                  className="rise relative mt-1 flex flex-col gap-4 max-sm:-ml-13 max-sm:bg-ground max-sm:pt-2 [&_:is(input,select,textarea,button,a)]:scroll-mb-24"
                >
                  <p className="max-w-prose text-muted">{STEPS[step].text}</p>
                  {contentOf({ step, state, path })}
                </div>
              )}
            </div>
          </PathStep>
        );
      })}
    </ol>
  );
};

interface StepHeadProps {
  step: OpeningStep;
  state: OpeningState;
  /** A summary of its settings, if it is done. */
  summary: string;
  isOpen: boolean;
  onOpen: () => void;
}

/** The title of a step, which opens it, and what it has set. The whole row can be pressed. */
const StepHead = ({ step, state, summary, isOpen, onOpen }: StepHeadProps) => {
  const said = state === 'open' ? null : state === 'skipped' ? 'Skipped' : summary;
  return (
    <div
      className={cx(
        'group/head relative -mx-2 flex min-h-10 items-center gap-3 rounded-control px-2 pointer-coarse:min-h-11',
        !isOpen && 'hover:bg-raised',
      )}
    >
      <h2
        className={cx(
          'shrink-0 text-lg font-bold tracking-tight',
          isOpen || state === 'done' ? 'text-text' : 'text-muted',
        )}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          className="text-left after:absolute after:inset-0 after:rounded-control after:content-['']"
        >
          {STEPS[step].title}
        </button>
        {state !== 'open' && <span className="sr-only"> ({state})</span>}
      </h2>
      {!isOpen && said && <p className="min-w-0 flex-1 truncate text-right text-sm text-muted">{said}</p>}
      {!isOpen && <ChevronDown aria-hidden className={cx('size-4.5 shrink-0 text-muted', !said && 'ml-auto')} />}
    </div>
  );
};
