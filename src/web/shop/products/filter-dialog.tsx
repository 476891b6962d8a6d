import type { MouseEvent } from 'react';
import { counted } from '#domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { isFiltered, NO_FILTERS, type ShopView } from '../view/shop-view.ts';
import { Facets, type FacetsProps } from './lazy-facets.tsx';
import { FilterSelects, type FilterSelectsProps } from './list-controls.tsx';

export interface FilterDialogProps extends FilterSelectsProps, Pick<ShopView, 'search'> {
  facets: FacetsProps;
  count: number;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** On a phone: filters, facets and sort. */
const FilterDialog = ({ search, facets, count, isOpen, setOpen, ...filters }: FilterDialogProps) => {
  const { brand, sort, go } = filters;
  const close = () => setOpen(false);
  const clear = ({ currentTarget }: MouseEvent) => {
    go(NO_FILTERS);
    // The button disappears together with the filters.
    currentTarget.closest('dialog')?.focus();
  };
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title="Filters"
      aside={counted(count, 'product')}
      footer={
        <div className="flex gap-2">
          {isFiltered({ brand, sort, facets: facets.choice, search }) && (
            <Button onClick={clear} className="flex-1">
              Clear Filters
            </Button>
          )}
          <Button variant="primary" onClick={close} className="flex-1">
            Show {counted(count, 'product')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <FilterSelects {...filters} className="flex flex-col gap-4" />
        <Facets {...facets} />
      </div>
    </Sheet>
  );
};

export default FilterDialog;
