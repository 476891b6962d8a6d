import type { Receipt } from '#contract/receipts.ts';
import { aboutOrder, chatLink } from '#domain/chat-link.ts';
import { useShop } from '../../api/queries/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Opens the chat about an order, next to what has to be asked. Nothing in a shop without a chat. */
export const AskSeller = ({ receipt: { number } }: { receipt: Receipt }) => {
  const { telegramSeller } = useShop();
  if (!telegramSeller) return null;
  return (
    <ButtonLink size="sm" href={chatLink(telegramSeller, aboutOrder(number))} target="_blank" rel="noopener noreferrer">
      Ask the seller
    </ButtonLink>
  );
};
