import { Link } from 'wouter';
import type * as z from 'zod/mini';
import type { adminTransaction, LedgerSort } from '#contract/points.admin.ts';
import type { PointsKind } from '#domain/points.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { columnSort } from '../lists/list-sort.tsx';
import { panelLinks } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { LEDGER_SORT } from './ledger-sort.ts';

type LedgerEntry = z.infer<typeof adminTransaction>;

export const KIND_LABELS: Record<PointsKind, string> = {
  earned: 'Earned',
  granted: 'Granted',
  deducted: 'Deducted',
  redeemed: 'Redeemed',
  reversed: 'Reversed',
  test: 'Test',
};

const KIND_TONES: Record<PointsKind, Tone> = {
  earned: 'good',
  granted: 'accent',
  deducted: 'danger',
  redeemed: 'notice',
  reversed: 'warning',
  test: 'plain',
};

/** "+120" or "−40". The sign shows the direction, because color alone would not be enough. */
export const formatSigned = (points: number): string => {
  const sign = points === 0 ? '' : points < 0 ? '−' : '+';
  return sign + Math.abs(points).toLocaleString();
};

const Points = ({ points }: { points: number }) => (
  <span className={cx('font-semibold', points < 0 ? 'text-danger-text' : 'text-good-text')}>
    {formatSigned(points)}
  </span>
);

/** The name of the member, which opens the member's drawer. */
const Member = ({ entry: { userId, username } }: { entry: LedgerEntry }) => {
  const maySeeMembers = useMay('members.read');
  if (userId === null || !maySeeMembers) return username;
  return (
    <Link href={panelLinks.user({ userId, username })} className="link -my-3 block truncate py-3">
      {username}
    </Link>
  );
};

/** The reason of an entry, with a link if a receipt earned it. */
const Reason = ({ entry: { reason, receiptId, receiptNumber } }: { entry: LedgerEntry }) => {
  const maySeeReceipts = useMay('orders.read');
  if (receiptId === null || receiptNumber === null || !maySeeReceipts) return reason;
  return (
    <Link href={panelLinks.receipt(receiptNumber, receiptId)} className="link -my-3 inline-block py-3">
      {reason}
    </Link>
  );
};

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  sort: LedgerSort;
  onSort: (sort: LedgerSort) => void;
}

/** The ledger on a wide screen. */
export const LedgerTable = ({ entries, sort, onSort }: LedgerTableProps) => {
  const sorting = columnSort(LEDGER_SORT, sort, onSort);
  return (
    <TableFrame label="Points and transactions">
      <Table>
        <TableHead>
          <tr>
            <HeadCell sticky {...sorting('member')}>
              Member
            </HeadCell>
            <HeadCell align="end" {...sorting('points')}>
              Points
            </HeadCell>
            <HeadCell>Kind</HeadCell>
            <HeadCell className="w-full">Reason</HeadCell>
            <HeadCell>By</HeadCell>
            <HeadCell {...sorting('date')}>Date</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id}>
              <Cell sticky className="max-w-56 truncate font-medium">
                <Member entry={entry} />
              </Cell>
              <Cell align="end">
                <Points points={entry.points} />
              </Cell>
              <Cell>
                <Badge tone={KIND_TONES[entry.kind]}>{KIND_LABELS[entry.kind]}</Badge>
              </Cell>
              <Cell className="min-w-48 break-words">
                <Reason entry={entry} />
              </Cell>
              <Cell className="max-w-40 truncate text-muted">{entry.by ?? 'The shop'}</Cell>
              <Cell className="whitespace-nowrap text-muted">
                <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
};

/** The ledger on a narrow screen. */
export const LedgerCards = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <ul aria-label="Points and transactions" className="flex flex-col gap-2">
    {entries.map((entry) => (
      <li key={entry.id} className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
        <p className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-medium text-text">
            <Member entry={entry} />
          </span>
          <span className="text-lg">
            <Points points={entry.points} />
          </span>
        </p>
        <p className="text-sm break-words text-text">
          <Reason entry={entry} />
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone={KIND_TONES[entry.kind]}>{KIND_LABELS[entry.kind]}</Badge>
          <span>{formatDateTime(entry.createdAt)}</span>
          {entry.by && <span className="min-w-0 truncate">by {entry.by}</span>}
        </p>
      </li>
    ))}
  </ul>
);
