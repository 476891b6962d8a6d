import { FileInput as FileIcon } from 'lucide-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ImportDialog = lazyPart<{ open: boolean; onClose: () => void }>(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** The state of the import: open or not. The button and the part that it opens are in different places. */
const useOpen = create(() => ({ isOpen: false, wasOpened: false }));
export const openImport = () => useOpen.setState({ isOpen: true, wasOpened: true });
const closeImport = () => useOpen.setState({ isOpen: false });

interface ImportButtonProps {
  /** The main way on of its place. */
  isMain?: boolean;
  hasIcon?: boolean;
  className?: string;
}

/** Opens the import of a file (behavior 10.31). */
export const ImportButton = ({ isMain, hasIcon, className }: ImportButtonProps) => (
  <Button
    {...(isMain ? { variant: 'primary' } : { size: 'sm' })}
    aria-haspopup="dialog"
    onClick={openImport}
    className={className}
  >
    {hasIcon && <FileIcon aria-hidden className="size-4" />}
    Import products
  </Button>
);

/** The part that the button opens. It stays while its page is there, so that closing it loses nothing. */
export const ImportProducts = () => {
  const { isOpen, wasOpened } = useOpen();
  useEffect(() => closeImport, []);
  return wasOpened && <ImportDialog open={isOpen} onClose={closeImport} />;
};
