import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Drawer } from '../../ui/dialog.tsx';

/** Whether a drawer of a list is open, as the address says. */
export interface DrawerState {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

interface DrawerButtonProps extends DrawerState {
  icon: ReactNode;
  label: string;
  /** The title of the drawer, if it is not the label of the button. */
  title?: string;
  /** A drawer of forms is wider. */
  wide?: boolean;
  /** Drawn only while the drawer is open. */
  children: ReactNode;
}

/** A button next to a list, and the drawer that it opens. */
export const DrawerButton = ({ icon, label, title = label, wide, isOpen, setOpen, children }: DrawerButtonProps) => (
  <>
    <Button onClick={() => setOpen(true)}>
      {icon}
      {label}
    </Button>
    <div className={cx('contents', wide && '[--drawer-width:30rem]')}>
      <Drawer open={isOpen} onClose={() => setOpen(false)} title={title}>
        {isOpen && children}
      </Drawer>
    </div>
  </>
);
