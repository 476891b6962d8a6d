import type { Receipt } from '#contract/receipts.ts';
import { aboutAddress, chatLink } from '#domain/chat-link.ts';
import { useShop } from '../../api/queries/settings.ts';

/** True of an order that is still to be sent to the copy of an address. */
export const isToSend = ({ status, delivery }: Pick<Receipt, 'status' | 'delivery'>): boolean =>
  delivery !== null && (status === 'awaiting_payment' || status === 'paid');

/** The way to another address for an order, whose copy only the seller can do something about (behavior 6.14). */
export const WrongAddress = ({ receipt }: { receipt: Receipt }) => {
  const { telegramSeller } = useShop();
  if (!telegramSeller || !isToSend(receipt)) return null;
  return (
    <p className="mt-1 text-sm text-muted print:hidden">
      Wrong address?{' '}
      <a
        className="link"
        href={chatLink(telegramSeller, aboutAddress(receipt.number))}
        target="_blank"
        rel="noopener noreferrer"
      >
        Message the seller
      </a>
    </p>
  );
};
