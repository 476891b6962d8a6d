import { useInfiniteQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { counted } from '#domain/text.ts';
import { webhookNoticesQuery } from '../../../api/queries/settings.admin.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PagedList } from '../../lists/paged-list.tsx';
import { panelLinks } from '../../panel-links.ts';
import { useFailedTest } from '../test-button.tsx';

const TONES: Record<'waiting' | 'delivered' | 'failed', { tone: Tone; name: string }> = {
  waiting: { tone: 'warning', name: 'Waiting' },
  delivered: { tone: 'good', name: 'Delivered' },
  failed: { tone: 'danger', name: 'Failed' },
};

const EVENT_LABELS: Record<string, string> = {
  'receipt.confirmed': 'Order confirmed',
  'receipt.paid': 'Order paid',
  'receipt.cancelled': 'Order canceled',
  'receipt.undone': 'Order step undone',
  'product.back': 'A product is back in stock',
  'settings.wallet_changed': 'A wallet address changed',
  'settings.wallet_pending': 'A wallet change is waiting',
};

/** The notices to the seller's webhook, delivered or waiting (behavior 7.6). */
export const WebhookNotices = () => {
  const query = useInfiniteQuery(webhookNoticesQuery);
  const notices = query.data?.pages.flatMap((page) => page.notices) ?? [];
  const isConfigured = query.data?.pages[0]?.configured;
  const failedAt = useFailedTest('ORDER_WEBHOOK_URL');
  // A test is no notice, so the list does not have it.
  const failed = failedAt && `The test failed on ${formatDateTime(failedAt)}.`;
  return (
    <PagedList
      query={query}
      count={notices.length}
      noun="notices"
      failed="Failed to load the webhook notices"
      empty={
        isConfigured ? (
          <EmptyState
            icon={<BellRing />}
            className="py-8!"
            title={failed ? 'Nothing arrived yet' : 'Nothing sent yet'}
            text={`${failed ? `${failed} ` : ''}Your bot is notified when an order is confirmed, paid or canceled.`}
          />
        ) : (
          <EmptyState
            icon={<BellRing />}
            className="py-8!"
            title="No webhook set up"
            text="Send new orders to Telegram: paste your bot's link above."
          />
        )
      }
    >
      {failed && <p className="mb-3 text-sm text-danger-text">{failed}</p>}
      <ul className="flex flex-col">
        {notices.map((notice) => (
          <li key={notice.id} className="border-b border-line py-3 first:pt-0 last:border-b-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium text-text">{EVENT_LABELS[notice.event] ?? notice.event}</span>
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
