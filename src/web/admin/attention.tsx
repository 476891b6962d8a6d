import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { AttentionItem, AttentionKind } from '#contract/attention.ts';
import { attentionQuery } from '../api/queries/attention.ts';
import { formatDateTime } from '../browser/dates.ts';
import { paths } from '../browser/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Warnings, with what to do about them. */
const WARNINGS: Partial<Record<AttentionKind, { title: string; advice: string }>> = {
  wallet_changed: {
    title: 'A wallet address changed',
    advice: 'Compare the addresses that members see with your own before anybody pays.',
  },
};

/** Work that waits, in a few words. */
const CHIPS: Partial<Record<AttentionKind, (count: number) => string>> = {
  rates_old: () => 'Rates are over a day old',
  payment_sent: (count) => `${count} ${count === 1 ? 'says' : 'say'} paid`,
};

/** What needs the attention of this user, above every tab (behavior 10.8). Nothing is no message at all. */
export const Attention = () => {
  const { data: items = [] } = useQuery(attentionQuery);
  if (items.length === 0) return null;
  const chips = items.filter(({ kind }) => kind in CHIPS);
  return (
    <section aria-label="Needs you" className="mb-4 flex flex-col gap-2">
      {items
        .filter(({ kind }) => kind in WARNINGS)
        .map((item) => (
          <AttentionNotice key={item.kind} item={item} />
        ))}
      {chips.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chips.map(({ kind, count, oldest, link }) => (
            <li key={kind}>
              <Link
                href={link}
                title={oldest ? `Since ${formatDateTime(oldest)}` : undefined}
                className="flex h-9 items-center gap-2 rounded-full border border-warning bg-surface px-3.5 text-sm font-medium text-text hover:bg-raised pointer-coarse:h-11"
              >
                <span aria-hidden className="size-2 rounded-full bg-warning" />
                {CHIPS[kind]!(count)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const AttentionNotice = ({ item: { kind, oldest, link } }: { item: AttentionItem }) => {
  const { title, advice } = WARNINGS[kind]!;
  return (
    <Notice
      tone="warning"
      icon={<ShieldAlert />}
      title={title}
      action={
        link !== paths.adminPanel && (
          <Link href={link} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
            Show
          </Link>
        )
      }
    >
      {oldest && `Since ${formatDateTime(oldest)}. `}
      {advice}
    </Notice>
  );
};
