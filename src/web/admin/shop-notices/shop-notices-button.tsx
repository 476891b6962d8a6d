import { Megaphone } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { ShopNoticesForm } from './shop-notices-form.tsx';

interface ShopNoticesButtonProps {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Opens the notices of the shop (behavior 10.20). */
export const ShopNoticesButton = ({ isOpen, setOpen }: ShopNoticesButtonProps) => (
  <>
    <Button onClick={() => setOpen(true)}>
      <Megaphone aria-hidden className="size-4.5" />
      Shop notices
    </Button>
    <div className="contents [--drawer-width:30rem]">
      <Drawer open={isOpen} onClose={() => setOpen(false)} title="Shop notices">
        {isOpen && <ShopNoticesForm />}
      </Drawer>
    </div>
  </>
);
