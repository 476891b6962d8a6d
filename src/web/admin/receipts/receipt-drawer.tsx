import { useQuery } from '@tanstack/react-query';
import { Coins, UserRound } from 'lucide-react';
import { Link } from 'wouter';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { useFailure } from '../../api/failure.ts';
import { anyReceiptQuery, RECEIPTS_FAILED } from '../../api/queries/receipts.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { ReceiptLines, receiptEventLabel, StatusBadge, StatusLine } from '../../shared/receipt-parts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { ReceiptSteps } from './receipt-steps.tsx';

interface ReceiptDrawerProps {
  /** The receipt to show, or null. */
  id: string | null;
  /** The receipt as the list has it. */
  listed: AdminReceipt | undefined;
  onClose: () => void;
}

/** One receipt: member, status, next steps, lines, notes and history. */
export const ReceiptDrawer = ({ id, listed, onClose }: ReceiptDrawerProps) => {
  const shownId = useLastShown(id);
  const answer = useQuery({ ...anyReceiptQuery(shownId ?? '', listed), enabled: shownId !== null });
  const { data: receipt } = answer;
  const failure = useFailure(answer);
  return (
    <div className="[--drawer-width:36rem]">
      <Drawer
        open={id !== null}
        onClose={onClose}
        parameter="open"
        title={receipt ? `Receipt #${receipt.number}` : 'Receipt'}
        aside={receipt && <StatusBadge status={receipt.status} />}
      >
        {receipt ? (
          <Content key={receipt.id} receipt={receipt} />
        ) : failure ? (
          <ListFailure {...failure} failed={RECEIPTS_FAILED} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </Drawer>
    </div>
  );
};

const Content = ({ receipt }: { receipt: AdminReceipt }) => (
  <div className="flex flex-col gap-6">
    <StatusLine status={receipt.status} />
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold break-all text-text">{receipt.username}</span>
        <Badge>{receipt.memberType}</Badge>
      </p>
      <p className="mt-1 text-sm text-muted">
        Confirmed {formatDateTime(receipt.createdAt)}
        {receipt.expiresAt && ` · stock reserved until ${formatDateTime(receipt.expiresAt)}`}
      </p>
      <ReceiptLinks receipt={receipt} />
    </div>
    <ReceiptSteps receipt={receipt} />
    <ReceiptLines receipt={receipt} />
    {receipt.notes && (
      <div>
        <h3 className="text-sm font-semibold text-text">Order notes</h3>
        <p className="mt-1 whitespace-pre-line text-muted">{receipt.notes}</p>
      </div>
    )}
    <div>
      <h3 className="text-sm font-semibold text-text">History</h3>
      <ol className="mt-2 flex flex-col gap-2 text-sm">
        {receipt.events.map((event) => (
          <li key={`${event.status} ${event.at}`} className="border-l-2 border-line pl-3">
            <p className="text-text">
              {receiptEventLabel(event.status)} <span className="text-muted">by {event.by}</span>
            </p>
            <p className="text-muted">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            </p>
            {event.note && <p className="mt-0.5 whitespace-pre-line text-text">{event.note}</p>}
          </li>
        ))}
      </ol>
    </div>
  </div>
);

/** The ways to the member and to the member's points. */
const ReceiptLinks = ({ receipt }: { receipt: AdminReceipt }) => {
  const maySeeMember = useMay('members.read');
  const maySeePoints = useMay('points.write');
  return (
    <div className="mt-2 -ml-3 flex flex-wrap">
      {maySeeMember && (
        <Link href={panelLinks.user(receipt)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <UserRound aria-hidden className="size-4" />
          Member
        </Link>
      )}
      {maySeePoints && (
        <Link href={panelLinks.pointsOf(receipt.username)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <Coins aria-hidden className="size-4" />
          Points
        </Link>
      )}
    </div>
  );
};
