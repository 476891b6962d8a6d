import { MessageCircle } from 'lucide-react';
import { Link } from 'wouter';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { TakenOrder } from './use-confirm-order.ts';

/** The order stands, but no chat opened by itself: the way to the seller as a link and as a text to copy. */
export const OrderTakenDialog = ({ order, onClose }: { order: TakenOrder | null; onClose: () => void }) => {
  const { telegramSeller } = useShop();
  return (
    <Dialog
      open={order !== null}
      onClose={onClose}
      size="sm"
      title={order ? `Order confirmed: receipt #${order.receipt.number}` : ''}
    >
      {order && (
        <div className="flex flex-col gap-4">
          <p className="text-muted">
            {order.chatUrl
              ? `Please message the seller with your order details${telegramSeller ? ` (@${telegramSeller})` : ''}.`
              : 'Please contact the seller with your receipt number.'}
          </p>
          {order.chatUrl && (
            <ButtonLink
              variant="primary"
              size="lg"
              href={order.chatUrl}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
            >
              <MessageCircle aria-hidden className="size-5" />
              Message the seller
            </ButtonLink>
          )}
          <div className="flex flex-wrap gap-2">
            <CopyButton
              value={order.message}
              label="Copy order details"
              variant="secondary"
              size="md"
              className="flex-1"
            />
            <Link href={paths.receipt(order.receipt.id)} onClick={onClose} className={`${buttonClass()} flex-1`}>
              View receipt
            </Link>
          </div>
        </div>
      )}
    </Dialog>
  );
};
