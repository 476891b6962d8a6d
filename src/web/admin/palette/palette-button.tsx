import { Search } from 'lucide-react';
import { useContext, useState } from 'react';
import { Kbd } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PanelRoleContext } from '../panel-role.ts';
import type { PaletteProps } from './palette.tsx';
import { usePanelKeys } from './use-panel-keys.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazyPart<PaletteProps>(loadPalette);

/** If this fails, opening the palette tries again. */
const prefetch = () => void loadPalette().catch(() => undefined);

const SHORTCUT = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** Opens the command palette: everything in the panel, by keyboard (behavior 10.21). The narrowest screens have no room for the button. */
export const PaletteButton = () => {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  usePanelKeys(useContext(PanelRoleContext), open);
  return (
    <>
      <button
        type="button"
        onClick={open}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        aria-keyshortcuts="Control+K Meta+K"
        className="inline-flex h-11 shrink-0 max-[22rem]:hidden items-center gap-2 rounded-control border border-transparent px-3 text-muted hover:bg-raised hover:text-text xl:mr-3 xl:h-9 xl:border-edge xl:bg-well pointer-coarse:h-11"
      >
        <Search aria-hidden className="size-4.5" />
        <span className="max-2xl:sr-only">Search or run</span>
        <span aria-hidden className="max-xl:hidden">
          <Kbd>{SHORTCUT}</Kbd>
        </span>
      </button>
      {wasOpened && <Palette open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
};
