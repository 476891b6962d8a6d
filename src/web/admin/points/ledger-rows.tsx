import { Link } from 'wouter';
import type * as z from 'zod/mini';
import type { adminTransaction } from '#contract/points.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { panelLinks } from '../lists/panel-links.ts';
import { KIND_NAMES, KIND_TONES, signed } from './kind-words.ts';

export type LedgerEntry = z.infer<typeof adminTransaction>;

const Points = ({ points }: { points: number }) => (
  <span className={cx('font-semibold', points < 0 ? 'text-danger-text' : 'text-good-text')}>{signed(points)}</span>
);

/** What an entry stands for; one that a receipt earned leads there. */
const Reason = ({ entry: { reason, receiptNumber } }: { entry: LedgerEntry }) =>
  receiptNumber === null ? (
    reason
  ) : (
    <Link href={panelLinks.receipt(receiptNumber)} className="link">
      {reason}
    </Link>
  );

/** The ledger on a desk. */
export const LedgerTable = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <TableFrame label="Points and transactions">
    <Table>
      <TableHead>
        <tr>
          <HeadCell sticky>Member</HeadCell>
          <HeadCell align="end">Points</HeadCell>
          <HeadCell>Kind</HeadCell>
          <HeadCell className="w-full">Reason</HeadCell>
          <HeadCell>By</HeadCell>
          <HeadCell>When</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell sticky className="max-w-56 truncate font-medium">
              {entry.username}
            </Cell>
            <Cell align="end">
              <Points points={entry.points} />
            </Cell>
            <Cell>
              <Badge tone={KIND_TONES[entry.kind]}>{KIND_NAMES[entry.kind]}</Badge>
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

/** The ledger on a phone. */
export const LedgerCards = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <ul aria-label="Points and transactions" className="flex flex-col gap-2">
    {entries.map((entry) => (
      <li key={entry.id} className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
        <p className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-medium text-text">{entry.username}</span>
          <span className="text-lg">
            <Points points={entry.points} />
          </span>
        </p>
        <p className="text-sm break-words text-text">
          <Reason entry={entry} />
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone={KIND_TONES[entry.kind]}>{KIND_NAMES[entry.kind]}</Badge>
          <span>{formatDateTime(entry.createdAt)}</span>
          {entry.by && <span className="min-w-0 truncate">by {entry.by}</span>}
        </p>
      </li>
    ))}
  </ul>
);
