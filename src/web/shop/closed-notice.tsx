import { Store } from 'lucide-react';
import { closedText } from '#contract/shop-notices.ts';
import { useShop } from '../api/queries/settings.ts';
import { Notice } from '../ui/notice.tsx';

/** Says that the shop is closed, in the owner's words (behavior 10.20). */
export const ClosedNotice = ({ className }: { className?: string | undefined }) => {
  const { notices } = useShop();
  const text = closedText(notices);
  if (text === null) return null;
  return (
    <Notice tone="warning" icon={<Store />} className={className}>
      <p className="break-words whitespace-pre-line">{text}</p>
      {notices.closed && notices.closedOrders && (
        <p className="mt-0.5 text-muted">{closedText({ ...notices, closed: null })}</p>
      )}
    </Notice>
  );
};
