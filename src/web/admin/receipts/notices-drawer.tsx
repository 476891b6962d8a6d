import { useInfiniteQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { counted } from '#domain/text.ts';
import { noticesQuery } from '../../api/queries/notices.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../lists/paged-list.tsx';
import { panelLinks } from '../lists/panel-links.ts';

const TONES: Record<'waiting' | 'delivered' | 'failed', { tone: Tone; name: string }> = {
  waiting: { tone: 'warning', name: 'Waiting' },
  delivered: { tone: 'good', name: 'Delivered' },
  failed: { tone: 'danger', name: 'Given up' },
};

/** "receipt.paid" as a person says it. */
const EVENTS: Record<string, string> = {
  'receipt.confirmed': 'Order confirmed',
  'receipt.paid': 'Order paid',
  'receipt.cancelled': 'Order cancelled',
};

/** What the seller's webhook was told of and what still waits to be (decisions §6, issue: members). */
export const NoticesDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <div className="[--drawer-width:30rem]">
    <Drawer open={open} onClose={onClose} title="Webhook notices">
      {open && <Notices />}
    </Drawer>
  </div>
);

const Notices = () => {
  const answer = useInfiniteQuery(noticesQuery);
  const notices = answer.data?.pages.flatMap((page) => page.notices) ?? [];
  const isConfigured = answer.data?.pages[0]?.configured;
  return (
    <PagedList
      answer={answer}
      count={notices.length}
      noun="notices"
      failed="Failed to load notices"
      empty={
        isConfigured ? (
          <EmptyState
            icon={<BellRing />}
            title="Nothing to tell yet"
            text="The webhook is told when an order is confirmed, paid or cancelled."
          />
        ) : (
          <EmptyState
            icon={<BellRing />}
            title="No webhook is set"
            text="With ORDER_WEBHOOK_URL the shop tells your chat bot of every order that is confirmed, paid or cancelled."
          />
        )
      }
    >
      <ul className="flex flex-col">
        {notices.map((notice) => (
          <li key={notice.id} className="border-b border-line py-3 first:pt-0 last:border-b-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium text-text">{EVENTS[notice.event] ?? notice.event}</span>
              {notice.receiptNumber !== null && (
                <Link href={panelLinks.receipt(notice.receiptNumber)} className="link">
                  #{notice.receiptNumber}
                </Link>
              )}
              <Badge tone={TONES[notice.status].tone} className="ml-auto">
                {TONES[notice.status].name}
              </Badge>
            </p>
            <p className="mt-0.5 text-sm text-muted">
              {formatDateTime(notice.createdAt)} · {counted(notice.attempts, 'attempt')}
              {notice.deliveredAt && ` · delivered ${formatDateTime(notice.deliveredAt)}`}
            </p>
            {notice.lastError && <p className="mt-0.5 text-sm break-words text-danger-text">{notice.lastError}</p>}
          </li>
        ))}
      </ul>
    </PagedList>
  );
};
