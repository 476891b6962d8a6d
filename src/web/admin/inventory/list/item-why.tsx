import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminItem, ItemExplanation } from '#contract/inventory.ts';
import { amountLess, formatPrice } from '#domain/money.ts';
import { messageOf } from '../../../api/client.ts';
import { itemExplanationQuery } from '../../../api/queries/inventory.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { SkeletonText } from '../../../ui/loading.tsx';
import { Why, WhySum, WhyText } from '../../../ui/why.tsx';
import { type ItemNumber, originText, sinceText } from './origins.ts';

interface ItemWhyProps {
  item: AdminItem;
  about: ItemNumber;
  /** The number as it is shown. */
  of: string;
  /** The number itself is the button. Without it the button is a question mark. */
  children?: ReactNode;
  isQuiet?: boolean;
}

/** Explains a number of an item: what it is made of, where it came from, when and by whom (behavior 10.9). */
export const ItemWhy = ({ item, about, of, isQuiet, children }: ItemWhyProps) => (
  <Why of={of} name={about} tabIndex={-1} isQuiet={isQuiet} explain={() => <Explanation item={item} about={about} />}>
    {children}
  </Why>
);

/** Opens the explanation of the number in a row that is next to the focus: of the markup in its cell, else of the price. */
export const explainInRow = (row: Element): void => {
  const cell = document.activeElement?.closest('td');
  const button = cell?.querySelector('[data-why]') ?? row.querySelector('[data-why="price"]');
  (button as HTMLElement | null)?.click();
};

const Explanation = ({ item, about }: Pick<ItemWhyProps, 'item' | 'about'>) => {
  const { data, error } = useQuery(itemExplanationQuery(item.id));
  if (!data && error) return <WhyText>{messageOf(error, 'The explanation could not be fetched.')}</WhyText>;
  if (!data) return <SkeletonText lines={4} />;
  if (about === 'quantity') return <OfQuantity explained={data} />;
  return about === 'markup' ? <OfMarkup explained={data} /> : <OfPrice explained={data} />;
};

interface ExplainedProps {
  explained: ItemExplanation;
}

const OfPrice = ({ explained }: ExplainedProps) => {
  const { price, markupDollars, sum, finalPrice, tiers, priceOrigin, markupOrigin } = explained;
  return (
    <>
      <WhySum
        parts={[
          ['Base price', formatPrice(price)],
          ['Markup', formatPrice(markupDollars)],
          ...(sum === finalPrice
            ? []
            : [['Rounded up to a whole dollar', formatPrice(amountLess(finalPrice, sum))] as const]),
        ]}
        result={['Final price', formatPrice(finalPrice)]}
      />
      {tiers.map((tier) => (
        <WhyText key={tier.from}>
          {tier.from} or more: {formatPrice(tier.price)} plus markup, {formatPrice(tier.unitPrice)} each
          {tier.unitPrice < tier.finalPrice && ', because fewer pieces cost no more'}
        </WhyText>
      ))}
      <WhyText quiet>Base price: {originText('price', priceOrigin, formatDateTime)}</WhyText>
      <WhyText quiet>Markup: {originText('markup', markupOrigin, formatDateTime)}</WhyText>
    </>
  );
};

const OfMarkup = ({ explained: { price, markupDollars, finalPrice, markupOrigin } }: ExplainedProps) => (
  <>
    <WhyText>{originText('markup', markupOrigin, formatDateTime)}</WhyText>
    <WhyText quiet>
      With the base price of {formatPrice(price)}, members pay {formatPrice(finalPrice)}.
      {markupDollars > 0 &&
        price > 0 &&
        ` The markup is ${Math.round((markupDollars / price) * 100)}% of the base price.`}
      {' Syncs do not change it.'}
    </WhyText>
  </>
);

const OfQuantity = ({ explained, explained: { quantity, reserved, available, lastSync } }: ExplainedProps) => (
  <>
    <WhySum
      parts={[
        ['On hand', String(quantity)],
        ['Reserved for orders', reserved === 0 ? '0' : `−${reserved}`],
      ]}
      result={['Can be ordered', String(available)]}
    />
    <WhyText quiet>
      {originText('quantity', explained.quantityOrigin, formatDateTime)} {sinceText(explained)}
    </WhyText>
    {lastSync && <WhyText quiet>The syncs with the feed keep it up to date, last {formatDateTime(lastSync)}.</WhyText>}
  </>
);
