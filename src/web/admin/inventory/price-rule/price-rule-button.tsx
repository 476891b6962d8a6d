import { BadgeDollarSign } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { PriceRuleDialog } from './price-rule-dialog.tsx';

interface PriceRuleButtonProps {
  /** The items that the rule is for. */
  items: readonly { id: number }[];
  /** Hidden without leaving a gap, while the bar of the selection has the button. */
  isHidden: boolean;
}

/** "Price rule" for the whole filtered list (behavior 9.16). */
export const PriceRuleButton = ({ items, isHidden }: PriceRuleButtonProps) => {
  const [ids, setIds] = useState<number[] | null>(null);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabled={items.length === 0}
        onClick={() => setIds(items.map(({ id }) => id))}
        className={cx('max-sm:px-3', isHidden && 'invisible')}
      >
        <BadgeDollarSign aria-hidden className="size-4.5" />
        <span className="max-sm:sr-only">Price rule</span>
      </Button>
      <PriceRule ids={ids} onClose={() => setIds(null)} />
    </>
  );
};

/** The dialog for these items; null closes it. */
export const PriceRule = ({ ids, onClose }: { ids: number[] | null; onClose: () => void }) => {
  const shown = useLastShown(ids);
  return shown && <PriceRuleDialog ids={shown} open={ids !== null} onClose={onClose} />;
};
