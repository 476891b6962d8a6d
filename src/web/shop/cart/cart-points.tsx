import { useQuery } from '@tanstack/react-query';
import type { CartResponse } from '#contract/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { formatPoints, spendPoints } from '#domain/points.ts';
import { balanceQuery } from '../../api/queries/points.ts';
import { useShop } from '../../api/queries/settings.ts';
import { WhyBalance } from '../../shared/why-balance.tsx';
import { Switch } from '../../ui/switch.tsx';
import { changeCart } from './cart-store.ts';
import { NotSaved } from './not-saved.tsx';

/** The switch "Use points": the order uses as many points as it takes (behavior 8.5). Nothing is shown without a value. */
export const CartPoints = ({ cart }: { cart: CartResponse['cart'] }) => {
  const { pointsValue } = useShop();
  const { data } = useQuery({ ...balanceQuery, enabled: pointsValue > 0 });
  const balance = data?.balance ?? 0;
  const isOn = cart.points > 0;
  if (pointsValue === 0 || (balance === 0 && !isOn)) return null;
  const possible = spendPoints({ points: balance, pointsValue }, toCents(cart.subtotal) ?? 0);
  const saving = isOn
    ? { points: cart.points, discount: cart.pointsDiscount }
    : { points: possible.points, discount: centsToAmount(possible.pointsDiscountCents) };
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <Switch
          label="Use points"
          checked={isOn}
          disabled={!isOn && possible.pointsDiscountCents === 0}
          onChange={(event) => changeCart({ kind: 'points', points: event.target.checked ? balance : 0 })}
        />
        <div className="text-right text-sm text-muted">
          {formatPoints(saving.points)}, −{formatPrice(saving.discount)}
          <p className="flex items-center justify-end gap-1 text-xs">
            You have {balance.toLocaleString('en-US')}
            <WhyBalance balance={balance} />
          </p>
        </div>
      </div>
      <NotSaved subject="points" />
    </div>
  );
};
