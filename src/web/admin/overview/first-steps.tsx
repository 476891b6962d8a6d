import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { Overview } from '#contract/overview.ts';
import { type Failure, useFailure } from '../../api/failure.ts';
import { syncStatusQuery } from '../../api/queries/feed.ts';
import { invitesQuery } from '../../api/queries/invites.ts';
import { receiptCountQuery, userCountQuery } from '../../api/queries/overview.ts';
import { useShop } from '../../api/queries/settings.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { sectionAddress, tabAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';

interface Step {
  title: string;
  /** What to do, while it is not done. */
  advice: string;
  isDone: boolean;
  /** Where to do it; absent if it is a setting. */
  link?: string;
}

/** What a shop without sales does first. The list follows the shop and ticks itself. */
export const FirstSteps = ({ overview }: { overview: Overview }) => {
  const { steps, failure } = useSteps(overview);
  if (failure) return <ListFailure {...failure} failed="Failed to load the first steps" />;
  if (steps === null) return <Skeleton className="h-[28rem] w-full rounded-card" />;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card aria-label="First steps" className="overflow-hidden">
      <CardHeader title="First steps" text={`${done} of ${steps.length} done`} className="pb-3" />
      <ol>
        {steps.map((step) => (
          <li key={step.title} className="flex min-h-14 items-center gap-3 border-t border-line px-5 py-2">
            {step.isDone ? (
              <CircleCheck aria-hidden className="size-5 shrink-0 text-good-text" />
            ) : (
              <Circle aria-hidden className="size-5 shrink-0 text-muted" />
            )}
            <div className="min-w-0 flex-1">
              <p className="font-medium">{step.title}</p>
              {!step.isDone && <p className="text-sm text-muted">{step.advice}</p>}
            </div>
            {step.isDone && <span className="text-sm text-muted">Done</span>}
            {!step.isDone && step.link && (
              <Link href={step.link} className="flex min-h-11 items-center px-2 text-sm font-medium text-accent-text">
                Open
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};

/** The steps; null until it is known which are done, and why that cannot be known. */
const useSteps = ({ unsold, products }: Overview): { steps: Step[] | null; failure: Failure | null } => {
  const { btcAddress, ltcAddress, telegramSeller } = useShop();
  const [syncs, counts, accounts] = [useQuery(syncStatusQuery), useQuery(receiptCountQuery), useQuery(userCountQuery)];
  const failures = [useFailure(syncs), useFailure(counts), useFailure(accounts)];
  const [sync, receipts, users] = [syncs.data, counts.data, accounts.data];
  const [mayInvite, mayWrite] = [useMay('members.write'), useMay('settings.write')];
  const { data: invites = [] } = useQuery({ ...invitesQuery, enabled: mayInvite });
  if (sync === undefined || receipts === undefined || users === undefined) {
    return { steps: null, failure: failures.find((each) => each !== null) ?? null };
  }
  const hasProducts = unsold.length > 0 || products.length > 0;
  const steps = [
    {
      title: 'Connect a feed or upload a file',
      advice: "Add products by hand, from a file, or from your supplier's feed.",
      isDone: sync.feedConfigured || hasProducts,
      link: tabAddress('inventory'),
    },
    {
      title: 'First product on the menu',
      advice: 'An active item with stock is on the menu.',
      isDone: hasProducts,
      link: tabAddress('inventory'),
    },
    {
      title: 'Wallet addresses',
      advice: 'Set an address, so that members can pay.',
      isDone: btcAddress !== null || ltcAddress !== null,
      ...(mayWrite && { link: sectionAddress('payment', 'BTC_ADDRESS') }),
    },
    {
      title: "Seller's chat",
      advice: 'Name the seller on Telegram, so that members can send their orders.',
      isDone: telegramSeller !== null,
      ...(mayWrite && { link: sectionAddress('chat', 'TELEGRAM_SELLER') }),
    },
    {
      title: 'First invite or member',
      advice: 'Make an invite, or give somebody the access code.',
      isDone: invites.length > 0 || users > 1,
      link: tabAddress('users'),
    },
    {
      title: 'First order',
      advice: 'It appears in Receipts as soon as a member confirms it.',
      isDone: receipts > 0,
      link: tabAddress('receipts'),
    },
  ];
  return { steps, failure: null };
};
