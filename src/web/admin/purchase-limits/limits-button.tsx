import { Gauge } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { PurchaseLimits } from './purchase-limits.tsx';

interface LimitsButtonProps {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Opens the purchase limits (behavior 6.11). */
export const LimitsButton = ({ isOpen, setOpen }: LimitsButtonProps) => (
  <>
    <Button onClick={() => setOpen(true)}>
      <Gauge aria-hidden className="size-4.5" />
      Purchase limits
    </Button>
    <div className="contents [--drawer-width:30rem]">
      <Drawer open={isOpen} onClose={() => setOpen(false)} title="Purchase limits">
        {isOpen && <PurchaseLimits />}
      </Drawer>
    </div>
  </>
);
