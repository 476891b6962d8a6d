import { useLastShown } from '../../../ui/use-last-shown.ts';
import { PriceRuleDialog } from './price-rule-dialog.tsx';

/** The dialog "Price rule" for these items (behavior 9.16); null closes it. */
export const PriceRule = ({ ids, onClose }: { ids: number[] | null; onClose: () => void }) => {
  const shown = useLastShown(ids);
  return shown && <PriceRuleDialog ids={shown} open={ids !== null} onClose={onClose} />;
};
