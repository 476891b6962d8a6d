import { BadgePercent } from 'lucide-react';
import { useShop } from '../../api/queries/settings.ts';
import { Notice } from '../../ui/notice.tsx';

/** Where bulk prices are told (specification §1); without a group there is nowhere to send anybody. */
export const PricingBanner = ({ className }: { className?: string }) => {
  const { telegramGroupUrl } = useShop();
  if (!telegramGroupUrl) return null;
  return (
    <Notice tone="accent" icon={<BadgePercent />} className={className}>
      <strong className="font-semibold">Bulk pricing:</strong> check our Telegram group.{' '}
      <a href={telegramGroupUrl} target="_blank" rel="noopener noreferrer" className="link font-medium">
        Open the group
      </a>
    </Notice>
  );
};
