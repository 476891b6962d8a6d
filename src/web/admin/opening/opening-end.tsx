import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Opening, OpeningStep } from '#contract/opening.ts';
import { COIN_NAMES } from '#domain/quotes.ts';
import { ratesQuery } from '../../api/queries/settings.admin.ts';
import { usePaidCoins, useShop } from '../../api/queries/settings.ts';
import { backupsQuery } from '../../api/queries/tasks.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { sectionAddress } from '../panel-links.ts';
import { useSection } from '../settings/use-section.ts';
import { DismissButton } from './dismiss-button.tsx';
import { Invitation } from './invitation.tsx';
import { SeeYourShop } from './look-step.tsx';
import { STEPS, whatFollows } from './steps.ts';

interface OpeningEndProps {
  opening: Opening;
  onOpen: (step: OpeningStep) => void;
  /** The code that lets people in, if it was just made. */
  code: string | null;
}

/** The end of the path: where the shop is, the message that brings the first members, and what happens then. */
export const OpeningEnd = ({ opening, onOpen, code }: OpeningEndProps) => {
  const { settings } = useSection();
  const left = opening.steps.filter(({ state }) => state === 'skipped');
  return (
    <Card aria-label="What comes next" className="rise flex flex-col gap-6 p-4 sm:p-6">
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
      <WorthDoing />
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
      <DismissButton className="self-start">Go to Overview</DismissButton>
    </Card>
  );
};

/** Tasks that no step asks for, and that are better done before the first order. Each goes away once it is done. */
const WorthDoing = () => {
  const { data: rates } = useQuery(ratesQuery);
  const { data: made } = useQuery(backupsQuery);
  const { notices } = useShop();
  const coins = usePaidCoins()
    .filter((coin) => rates?.[coin] === null)
    .map((coin) => COIN_NAMES[coin]);
  const lines = [
    ...(rates && coins.length > 0
      ? [
          {
            title: 'Exchange rates',
            text: `Without them an order does not say how much ${coins.join(' or ')} to send.`,
            href: sectionAddress('payment', 'rates'),
          },
        ]
      : []),
    ...(notices.weightsShown !== false
      ? [
          {
            title: 'The notice on weights',
            text: 'Your gate says that some weight labels are incorrect. Turn it off if yours are right.',
            href: sectionAddress('shop', 'notices.weightsShown'),
          },
        ]
      : []),
    ...(made?.backups.length === 0
      ? [
          {
            title: 'A first backup',
            text: 'If this machine broke, orders and members would be gone.',
            href: sectionAddress('backups'),
          },
        ]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <section className="border-t border-line pt-3">
      <h2 className="text-sm font-semibold text-text">Before the first order</h2>
      <ul className="flex flex-col">
        {lines.map(({ title, text, href }) => (
          <li key={title} className="flex flex-wrap items-baseline gap-x-3 max-sm:pb-2">
            <Link href={href} className="link inline-flex min-h-11 items-center text-sm">
              {title}
            </Link>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const ShopAddress = () => {
  const address = window.location.origin;
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
    </div>
  );
};
