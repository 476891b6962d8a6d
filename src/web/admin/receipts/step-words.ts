import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { toCents } from '#domain/money.ts';
import { pointsEarned } from '#domain/points.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';

interface StepWords {
  /** What the button says. */
  label: string;
  /** The same in a row of the list. */
  short: string;
  /** What it brings about. */
  effect: string;
  done: string;
}

type Stepping = Pick<AdminReceipt, 'number' | 'username' | 'subtotal'>;

/** The words of a step; which steps there are is the domain's to say. */
export const stepWords = (to: ReceiptStatus, receipt: Stepping, pointsPerDollar: number): StepWords => {
  const name = `Receipt #${receipt.number}`;
  switch (to) {
    case 'paid':
      return {
        label: 'Mark as paid',
        short: 'Mark paid',
        effect: 'The stock stays reserved until it is shipped.',
        done: `${name} is paid`,
      };
    case 'shipped':
      return {
        label: 'Mark as shipped',
        short: 'Mark shipped',
        effect: 'Takes the stock off for good.',
        done: `${name} is shipped`,
      };
    case 'completed':
      return {
        label: 'Mark as completed',
        short: 'Complete',
        effect: completedEffect(receipt, pointsPerDollar),
        done: `${name} is completed`,
      };
    case 'cancelled':
      return {
        label: 'Cancel order',
        short: 'Cancel',
        effect: 'The stock it reserved can be ordered again. A cancelled order cannot be taken up again.',
        done: `${name} is cancelled`,
      };
    default:
      return { label: to, short: to, effect: '', done: `${name}: ${to}` };
  }
};

const completedEffect = ({ username, subtotal }: Stepping, pointsPerDollar: number): string => {
  const points = pointsEarned(toCents(subtotal) ?? 0, pointsPerDollar);
  return `Gives ${username} ${points === 1 ? '1 point' : `${points.toLocaleString()} points`}. A completed receipt is final.`;
};
