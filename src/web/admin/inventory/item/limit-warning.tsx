import { useQuery } from '@tanstack/react-query';
import { guessKind, productKind } from '#domain/category-kinds.ts';
import { LIMIT_KIND_WORDS } from '#domain/purchase-limits.ts';
import { productAmounts, unknownFor } from '#domain/purchase-limits-amounts.ts';
import { foldName } from '#domain/typed-text.ts';
import { categoriesQuery } from '../../../api/queries/categories.ts';
import { purchaseLimitsQuery } from '../../../api/queries/settings.admin.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useMay } from '../../panel-role.ts';
import { type TypedItem, typedProduct } from './typed-item.ts';

/** The limit that stops every order of an item, because nobody knows how much it contains (behavior 6.11); null if none does. */
export const useUnknownLimit = (typed: TypedItem) => {
  const mayRead = useMay('orders.read');
  const { data: limits } = useQuery({ ...purchaseLimitsQuery, enabled: mayRead });
  const rules = limits?.rules ?? [];
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: rules.length > 0 });
  const folded = foldName(typed.category);
  const known = categories.find(({ name }) => foldName(name) === folded);
  const kind = productKind(known ? known.kind : guessKind(typed.category));
  return unknownFor(rules, productAmounts(typedProduct(typed), kind));
};

/** Says which field is missing for a limit. */
export const LimitWarning = ({ typed }: { typed: TypedItem }) => {
  const limit = useUnknownLimit(typed);
  if (!limit) return null;
  const [what, example] = limit.unit === 'mg' ? ['dose', '100mg'] : ['weight', '3.5G'];
  return (
    <Notice tone="warning" title="Members can't order it without a size">
      The limit on {LIMIT_KIND_WORDS[limit.kind]} counts its {what}. Enter a size such as {example}.
    </Notice>
  );
};
