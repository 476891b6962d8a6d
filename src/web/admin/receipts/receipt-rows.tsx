import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { manualSteps } from '#domain/receipt-state.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { differenceText } from '../../shared/receipt-facts.ts';
import { formatPieces, StatusBadge } from '../../shared/receipt-parts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { useMay } from '../panel-role.ts';
import { MessageBuyer } from './message-buyer.tsx';
import { stepLabels, useMoveReceipt } from './move-receipt.ts';

interface ReceiptRowsProps {
  receipts: readonly AdminReceipt[];
  /** The numbers of receipts that arrived while the list was open. */
  newNumbers: ReadonlySet<number>;
  openId: string;
  onOpen: (id: string) => void;
}

/** The ordered items in one line. */
const formatLines = ({ lines }: AdminReceipt): string =>
  lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ');

/** The receipts on a wide screen. */
export const ReceiptTable = ({ receipts, newNumbers, openId, onOpen }: ReceiptRowsProps) => (
  <TableFrame label="Receipts">
    <Table>
      <TableHead>
        <tr>
          <HeadCell sticky>Number</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Member</HeadCell>
          <HeadCell className="w-full">Items</HeadCell>
          <HeadCell align="end">Total</HeadCell>
          <HeadCell>Confirmed</HeadCell>
          <HeadCell>Next step</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {receipts.map((receipt) => (
          <Row key={receipt.id} selected={receipt.id === openId}>
            <Cell sticky className="whitespace-nowrap">
              <button
                type="button"
                onClick={() => onOpen(receipt.id)}
                className="link inline-flex min-h-9 items-center gap-2 font-semibold pointer-coarse:min-h-11"
              >
                #{receipt.number}
              </button>
              {newNumbers.has(receipt.number) && (
                <Badge tone="accent" loud className="ml-2">
                  New
                </Badge>
              )}
            </Cell>
            <Cell className="whitespace-nowrap">
              <States receipt={receipt} />
            </Cell>
            <Cell className="max-w-56">
              <span className="flex flex-wrap items-center gap-x-1 has-[a]:flex-nowrap">
                <span className="min-w-0 truncate">{receipt.username}</span>
                <MessageBuyer receipt={receipt} iconOnly />
              </span>
            </Cell>
            <Cell className="max-w-0 min-w-48 truncate text-muted">{formatLines(receipt)}</Cell>
            <Cell align="end" className="font-semibold">
              {formatPrice(receipt.total)}
              <Difference receipt={receipt} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <time dateTime={receipt.createdAt}>{formatDateTime(receipt.createdAt)}</time>
            </Cell>
            <Cell>
              <NextStep receipt={receipt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  </TableFrame>
);

/** The state, and whether the member says that it is paid. */
const States = ({ receipt: { status, paymentSentAt } }: { receipt: AdminReceipt }) => (
  <span className="inline-flex flex-col items-start">
    <StatusBadge status={status} />
    {status === 'awaiting_payment' && paymentSentAt && (
      <span className="pl-1 text-xs font-medium text-notice-text">Says paid</span>
    )}
  </span>
);

/** The difference, if too little or too much was received. */
const Difference = ({ receipt: { difference } }: { receipt: AdminReceipt }) =>
  difference !== null &&
  Number(difference) !== 0 && (
    <span className="block text-xs font-medium whitespace-nowrap text-warning-text">{differenceText(difference)}</span>
  );

/** A button for the next step. Only the drawer can cancel an order. */
const NextStep = ({ receipt }: { receipt: AdminReceipt }) => {
  const { pointsPerDollar } = useShop();
  const { move, moving } = useMoveReceipt(receipt);
  const mayMove = useMay('orders.write');
  const step = manualSteps(receipt.status).find((status) => status !== 'cancelled');
  if (!step || !mayMove) return null;
  const { label } = stepLabels(step, receipt, pointsPerDollar);
  return (
    <Button
      size="sm"
      busy={moving !== null}
      aria-label={`${label}, receipt #${receipt.number}`}
      onClick={() => void move(step)}
    >
      {label}
    </Button>
  );
};

/** The receipts on a narrow screen, as cards. */
export const ReceiptCards = ({ receipts, newNumbers, onOpen }: Omit<ReceiptRowsProps, 'openId'>) => (
  <ul aria-label="Receipts" className="flex flex-col gap-2">
    {receipts.map((receipt) => (
      <li key={receipt.id} className="rounded-card border border-line bg-surface hover:border-edge">
        <button
          type="button"
          onClick={() => onOpen(receipt.id)}
          className="flex w-full flex-col gap-1.5 rounded-card p-4 pb-2 text-left"
        >
          <span className="flex w-full flex-wrap items-center gap-2">
            <span className="font-semibold text-text">#{receipt.number}</span>
            <States receipt={receipt} />
            {newNumbers.has(receipt.number) && (
              <Badge tone="accent" loud>
                New
              </Badge>
            )}
            <span className="ml-auto text-right text-lg font-semibold text-text">
              {formatPrice(receipt.total)}
              <Difference receipt={receipt} />
            </span>
          </span>
          <span className="w-full truncate text-sm text-text">{receipt.username}</span>
          <span className="w-full truncate text-sm text-muted">
            {formatPieces(receipt)}: {formatLines(receipt)}
          </span>
          <span className="text-sm text-muted">{formatDateTime(receipt.createdAt)}</span>
        </button>
        <div className="flex items-center justify-between gap-2 px-4 pb-3">
          <MessageBuyer receipt={receipt} />
          <NextStep receipt={receipt} />
        </div>
      </li>
    ))}
  </ul>
);
