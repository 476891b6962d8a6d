import { MessageCircle } from 'lucide-react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { aboutOrder, memberChatLink } from '#domain/chat-link.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

interface MessageBuyerProps {
  receipt: Pick<AdminReceipt, 'number' | 'signalUsername'>;
  /** Only the icon, for a row of the table. */
  iconOnly?: boolean;
}

/** Opens the chat with the buyer, begun with the order's number (behavior 7.12). Without a Telegram name it says so. */
export const MessageBuyer = ({ receipt: { number, signalUsername }, iconOnly }: MessageBuyerProps) => {
  const link = memberChatLink(signalUsername, aboutOrder(number));
  if (link === null) {
    // A row of the table has an icon or nothing. The drawer says why.
    if (iconOnly) return null;
    const typed = signalUsername.trim();
    return (
      <span className="inline-flex min-h-9 items-center text-sm text-muted">
        {typed === '' ? 'No Telegram name' : `"${typed}" is no Telegram name`}
      </span>
    );
  }
  return (
    <ButtonLink
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      size="sm"
      variant={iconOnly ? 'ghost' : 'secondary'}
      {...(iconOnly && { 'aria-label': `Message the buyer, receipt #${number}`, title: 'Message the buyer' })}
      className={cx(iconOnly && 'w-9 px-0! pointer-coarse:w-11')}
    >
      <MessageCircle aria-hidden className="size-4" />
      {!iconOnly && 'Message the buyer'}
    </ButtonLink>
  );
};
