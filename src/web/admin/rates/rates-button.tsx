import { Coins } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Rates } from './rates.tsx';

interface RatesButtonProps {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Opens the rates of coins (behavior 7.15). */
export const RatesButton = ({ isOpen, setOpen }: RatesButtonProps) => (
  <>
    <Button onClick={() => setOpen(true)}>
      <Coins aria-hidden className="size-4.5" />
      Rates
    </Button>
    <Drawer open={isOpen} onClose={() => setOpen(false)} title="Rates of coins">
      {isOpen && <Rates />}
    </Drawer>
  </>
);
