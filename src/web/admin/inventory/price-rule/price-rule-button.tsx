import { BadgeDollarSign } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { PriceRuleDialog } from './price-rule-dialog.tsx';

interface PriceRuleButtonProps {
  disabled: boolean;
  /** The bar of the selection has the button. */
  hasSelection: boolean;
  onOpen: () => void;
}

/** "Price rule" for the whole filtered list (behavior 9.16). */
export const PriceRuleButton = ({ disabled, hasSelection, onOpen }: PriceRuleButtonProps) => (
  <Button
    size="sm"
    variant="ghost"
    disabled={disabled || hasSelection}
    // One of two with the same name.
    aria-hidden={hasSelection || undefined}
    onClick={onOpen}
  >
    <BadgeDollarSign aria-hidden className="size-4.5" />
    Price rule
  </Button>
);

/** The dialog for these items; null closes it. */
export const PriceRule = ({ ids, onClose }: { ids: number[] | null; onClose: () => void }) => {
  const shown = useLastShown(ids);
  return shown && <PriceRuleDialog ids={shown} open={ids !== null} onClose={onClose} />;
};
