import { BadgeDollarSign } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { PriceRuleDialog } from './price-rule-dialog.tsx';

interface PriceRuleButtonProps {
  disabled: boolean;
  /** Hidden without leaving a gap, while the bar of the selection has the button. */
  isHidden: boolean;
  onOpen: () => void;
}

/** "Price rule" for the whole filtered list (behavior 9.16). */
export const PriceRuleButton = ({ disabled, isHidden, onOpen }: PriceRuleButtonProps) => (
  <Button
    size="sm"
    variant="ghost"
    disabled={disabled}
    onClick={onOpen}
    className={cx('max-sm:px-3', isHidden && 'invisible')}
  >
    <BadgeDollarSign aria-hidden className="size-4.5" />
    <span className="max-sm:sr-only">Price rule</span>
  </Button>
);

/** The dialog for these items; null closes it. */
export const PriceRule = ({ ids, onClose }: { ids: number[] | null; onClose: () => void }) => {
  const shown = useLastShown(ids);
  return shown && <PriceRuleDialog ids={shown} open={ids !== null} onClose={onClose} />;
};
