import { Link } from 'wouter';
import type { Opening, OpeningStep } from '#contract/opening.ts';
import { useShop } from '../../api/queries/settings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { sectionAddress } from '../panel-links.ts';
import { useSection } from '../settings/use-section.ts';
import { DismissButton } from './dismiss-button.tsx';
import { Invitation } from './invitation.tsx';
import { SeeYourShop } from './look-step.tsx';
import { lackingSteps, REACHES, reachOf, STEPS, whatFollows } from './steps.ts';

interface OpeningEndProps {
  opening: Opening;
  onOpen: (step: OpeningStep) => void;
  /** The code that lets people in, if it was just made. */
  code: string | null;
}

/** The end of the path: where the shop is, the message that brings the first members, and what happens then. */
export const OpeningEnd = ({ opening, onOpen, code }: OpeningEndProps) => {
  const { settings } = useSection();
  const { notices } = useShop();
  // The look is a press on this page.
  const left = opening.steps.filter(({ step, state }) => state === 'skipped' && step !== 'look');
  const [next] = lackingSteps(opening.steps);
  return (
    <Card aria-label="What comes next" className="rise flex flex-col gap-6 p-4 sm:p-6">
      {notices.closedOrders && (
        <Notice
          tone="warning"
          action={
            <Link
              href={sectionAddress('shop', 'notices.closedOrders')}
              className={buttonClass({ size: 'sm', variant: next ? 'secondary' : 'primary' })}
            >
              Take orders
            </Link>
          }
        >
          Orders are paused.
        </Notice>
      )}
      <ShopAddress />
      <Invitation key={code} code={code} />
      <section className="flex flex-col gap-2 border-t border-line pt-5">
        <h2 className="text-sm font-semibold text-text">What happens next</h2>
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm text-muted">
          {whatFollows(settings, opening).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </section>
      {left.length > 0 && (
        <section className="border-t border-line pt-3">
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
        </section>
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-5">
        {next && (
          <Button variant="primary" onClick={() => onOpen(next)}>
            {STEPS[next].next}
          </Button>
        )}
        <DismissButton variant={next || notices.closedOrders ? 'ghost' : 'primary'}>Go to Overview</DismissButton>
      </div>
    </Card>
  );
};

const ShopAddress = () => {
  const address = window.location.origin;
  const reach = reachOf(window.location.hostname);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label="Address of your shop"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
        trailing={<CopyButton value={address} label="Copy address" iconOnly />}
        className="min-w-56 flex-1"
      />
      <SeeYourShop />
      {reach && <p className="basis-full text-sm text-warning-text">{REACHES[reach]}</p>}
    </div>
  );
};
