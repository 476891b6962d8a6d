import { SlidersHorizontal } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { whenIdle } from '../../ui/scheduler/idle-work.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { isFiltered } from '../view/shop-view.ts';
import type { FilterDialogProps } from './filter-dialog.tsx';

// The dialog has its own chunk, so that the list appears sooner on a slow network.
const load = () => import('./filter-dialog.tsx');
const FilterDialog = lazyPart<FilterDialogProps>(load);

/** On a phone: filters, facets and sort behind one button, which shows whether a filter is active. */
export const FilterSheet = (props: FilterDialogProps) => {
  const { brand, sort, facets, isOpen, setOpen } = props;
  // If this fails, a press on the button tries again.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  const wasOpened = useLastShown(isOpen || null) !== null;
  const active = isFiltered({ brand, sort, facets: facets.choice, search: '' });
  return (
    <>
      <IconButton
        label={active ? 'Filters, active' : 'Filters'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative"
      >
        <SlidersHorizontal aria-hidden />
        {active && (
          <span aria-hidden className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-ground bg-accent" />
        )}
      </IconButton>
      {wasOpened && <FilterDialog {...props} />}
    </>
  );
};
