import { useQuery } from '@tanstack/react-query';
import { COIN_NAMES } from '#domain/quotes.ts';
import { openingQuery } from '../../api/queries/opening.ts';
import { ratesQuery } from '../../api/queries/settings.admin.ts';
import { usePaidCoins, useShop } from '../../api/queries/settings.ts';
import { backupsQuery } from '../../api/queries/tasks.ts';
import { openingAddress, sectionAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';

/** Something without which the shop cannot sell, or not well. No kind of what needs somebody: a shop may do without. */
export interface Lack {
  title: string;
  text: string;
  action: string;
  href: string;
}

/**
 * What the shop lacks to sell, for those who may set it, the worst first (behavior 10.8). `isUnsold` says that it had no
 * sales yet; undefined until that is known. "loading" until all is known, so that nothing moves.
 */
export const useLacks = (isUnsold: boolean | undefined): readonly Lack[] | 'loading' => {
  const maySet = useMay('settings.write');
  const { notices, telegramSeller } = useShop();
  const paid = usePaidCoins();
  const rates = useQuery({ ...ratesQuery, enabled: maySet && paid.length > 0 });
  const opening = useQuery({ ...openingQuery, enabled: maySet && isUnsold === true });
  const made = useQuery({ ...backupsQuery, enabled: maySet && isUnsold === true });
  if (!maySet) return [];
  if (isUnsold === undefined || rates.isLoading || opening.isLoading || made.isLoading) return 'loading';
  const withoutRate = paid.filter((coin) => rates.data?.[coin] === null).map((coin) => COIN_NAMES[coin]);
  const lacks: (Lack & { isLacking: boolean })[] = [
    {
      isLacking: notices.closedOrders,
      title: 'Orders are paused',
      text: 'members can look around, but not order',
      action: 'Take orders',
      href: sectionAddress('shop', 'notices.closedOrders'),
    },
    {
      isLacking: isUnsold && opening.data?.products === 0,
      title: 'No products',
      text: 'there is nothing to order',
      action: 'Add products',
      href: openingAddress('products'),
    },
    {
      isLacking: isUnsold && telegramSeller === null,
      title: 'No seller on Telegram',
      text: "members can't send you their orders",
      action: 'Set seller',
      href: sectionAddress('chat', 'TELEGRAM_SELLER'),
    },
    {
      isLacking: isUnsold && paid.length === 0,
      title: 'No wallet address',
      text: 'members see no address to pay to',
      action: 'Set address',
      href: sectionAddress('payment', 'BTC_ADDRESS'),
    },
    {
      isLacking: withoutRate.length > 0,
      title: 'No exchange rates',
      text: `orders do not say how much ${withoutRate.join(' or ')} to send`,
      action: 'Set rates',
      href: sectionAddress('payment', 'rates'),
    },
    {
      isLacking: isUnsold && made.data?.backups.length === 0,
      title: 'No backup yet',
      text: 'if the server broke, orders and members would be gone',
      action: 'Back up',
      href: sectionAddress('backups'),
    },
  ];
  return lacks.filter(({ isLacking }) => isLacking);
};
