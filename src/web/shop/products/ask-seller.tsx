import { MessageCircle } from 'lucide-react';
import { aboutProduct, chatLink } from '#domain/chat-link.ts';
import type { Product } from '#domain/product.ts';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { productAddress } from '../view/shop-view.ts';

/** The whole address of a product's details. */
export const productUrl = (product: Product): string => window.location.origin + paths.home + productAddress(product);

/**
 * Opens the chat with the seller, begun with the product (behavior 7.12). The seller's name is next to it, for members
 * who write from another device.
 */
export const AskSeller = ({ product }: { product: Product }) => {
  const { telegramSeller } = useShop();
  if (!telegramSeller) return null;
  const text = aboutProduct({ name: product.name, url: productUrl(product) });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ButtonLink href={chatLink(telegramSeller, text)} target="_blank" rel="noopener noreferrer" size="sm">
        <MessageCircle aria-hidden className="size-4" />
        Ask about this product
      </ButtonLink>
      <span className="min-w-0 text-xs break-words text-muted">@{telegramSeller} on Telegram</span>
    </div>
  );
};
