import { ReceiptText, Undo2 } from 'lucide-react';
import { navigate } from '../../browser/layer-history.ts';
import { panelLinks } from '../panel-links.ts';

/** What else people call the tabs. */
export const TAB_WORDS: Readonly<Record<string, string>> = {
  users: 'members accounts verify suspend role',
  points: 'ledger grant deduct balance',
  receipts: 'orders payments refund tracking shipping packing list cancel',
  inventory: 'items stock products',
  overview: 'sales figures home',
};

/** Lists of payments that somebody looks for by what is to be done. */
export const PAYMENT_LISTS = [
  {
    id: 'to-refund',
    label: 'Payments to refund',
    words: 'receipts orders refund paid too much give money back',
    Icon: Undo2,
    needs: 'orders.read' as const,
    run: () => navigate(panelLinks.payments('over')),
  },
  {
    id: 'unrecorded',
    label: 'Payments not recorded',
    words: 'receipts orders books record missing',
    Icon: ReceiptText,
    needs: 'orders.read' as const,
    run: () => navigate(panelLinks.payments('unrecorded')),
  },
];
