import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { AttentionItem, AttentionKind } from '#contract/attention.ts';
import { attentionQuery } from '../api/queries/attention.ts';
import { formatDateTime } from '../browser/dates.ts';
import { paths } from '../browser/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** What each kind is called, and what to do about it. */
const TEXTS: Record<AttentionKind, { title: string; advice: string }> = {
  wallet_changed: {
    title: 'A wallet address changed',
    advice: 'Compare the addresses that members see with your own before anybody pays.',
  },
};

/** What needs the attention of this user, above every tab (behavior 10.8). Nothing is no message at all. */
export const Attention = () => {
  const { data: items = [] } = useQuery(attentionQuery);
  if (items.length === 0) return null;
  return (
    <section aria-label="Needs you" className="mb-4 flex flex-col gap-2">
      {items.map((item) => (
        <AttentionNotice key={item.kind} item={item} />
      ))}
    </section>
  );
};

const AttentionNotice = ({ item: { kind, oldest, link } }: { item: AttentionItem }) => {
  const { title, advice } = TEXTS[kind];
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
