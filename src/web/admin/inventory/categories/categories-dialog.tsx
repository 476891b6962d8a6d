import { useQuery } from '@tanstack/react-query';
import { Shapes } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { useFailure } from '../../../api/failure.ts';
import { categoriesQuery } from '../../../api/queries/categories.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { CategoryColors } from '../../../shared/category-colors.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { useAddressValues } from '../../lists/use-address-values.ts';
import { useMay } from '../../panel-role.ts';
import { CategoryRow } from './category-row.tsx';
import { isFixed, movedName } from './category-words.ts';
import { type CategoryChanges, useCategoryChanges } from './use-category-changes.ts';

const OPEN = 'open';

/** Returns what opens the list of categories. */
export const useShowCategories = (): (() => void) => {
  const [, change] = useAddressValues(['categories']);
  return () => change({ categories: OPEN });
};

/** The categories of the shop (behavior 9.24), opened by the address `categories=open`, such as the link of Needs you. */
export const CategoriesDialog = () => {
  const [{ categories }, change] = useAddressValues(['categories']);
  const isOpen = categories === OPEN;
  return (
    <Dialog
      open={isOpen}
      onClose={() => change({ categories: '' })}
      parameter="categories"
      title="Categories"
      phone="full"
      bodyClassName="px-3 py-4 sm:px-5"
    >
      {isOpen && <Categories />}
    </Dialog>
  );
};

const Categories = () => {
  const answer = useQuery(categoriesQuery);
  const failure = useFailure(answer);
  const changes = useCategoryChanges();
  const { data: all } = answer;
  if (all === undefined) {
    if (failure) return <ListFailure {...failure} failed="Failed to load the categories" />;
    return (
      <div aria-busy className="flex flex-col gap-2">
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Skeleton key={row} className="h-15 rounded-card" />
        ))}
      </div>
    );
  }
  if (all.length === 0) {
    return (
      <EmptyState
        icon={<Shapes />}
        title="No categories yet"
        text="They come with your products, from the feed, a file or by hand."
      />
    );
  }
  return <List all={all} changes={changes} />;
};

const List = ({ all, changes }: { all: readonly Category[]; changes: CategoryChanges }) => {
  const mayWrite = useMay('inventory.write');
  const [open, setOpen] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = all.filter(({ mergedInto }) => mergedInto === null);
  const merged = all.filter(({ mergedInto }) => mergedInto !== null);
  const moving = shown.filter((category) => !isFixed(category)).map(({ name }) => name);

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= moving.length || changes.busy) return;
    void changes.order(movedName(moving, from, to), `"${moving[from]}" moved to place ${to + 1}`);
  };
  return (
    <div className="flex flex-col gap-5">
      <PanelColors all={all} />
      <ul className="flex flex-col gap-2">
        {shown.map((category) => {
          const at = moving.indexOf(category.name);
          return (
            <CategoryRow
              key={category.name}
              {...{ category, changes, mayWrite }}
              others={shown.map(({ name }) => name).filter((name) => name !== category.name)}
              place={at < 0 ? null : { at, count: moving.length }}
              isOpen={open === category.name}
              onToggle={() => setOpen(open === category.name ? null : category.name)}
              onRenamed={setOpen}
              onMove={(to) => move(at, to)}
              isDragged={dragged !== null && dragged === at}
              onDrag={setDragged}
              onDrop={() => {
                if (dragged !== null && at >= 0) move(dragged, at);
                setDragged(null);
              }}
            />
          );
        })}
      </ul>
      {merged.length > 0 && (
        <section aria-labelledby="merged-categories" className="flex flex-col gap-2">
          <h3 id="merged-categories" className="text-sm font-semibold text-muted">
            Merged
          </h3>
          <ul className="divide-y divide-line rounded-card border border-line">
            {merged.map((category) => (
              <MergedRow key={category.name} {...{ category, changes, mayWrite }} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

interface MergedRowProps {
  category: Category;
  changes: CategoryChanges;
  mayWrite: boolean;
}

const MergedRow = ({ category: { name, mergedInto }, changes, mayWrite }: MergedRowProps) => (
  <li className="flex min-h-13 items-center gap-3 py-1 pr-2 pl-4">
    <p className="min-w-0 flex-1 break-words text-text">
      {name} <span className="text-muted">is part of {mergedInto}</span>
    </p>
    {mayWrite && (
      <Button
        size="sm"
        disabled={changes.busy}
        onClick={() => void changes.change(name, { mergeInto: null }, `"${name}" is a category again`)}
      >
        End merge
      </Button>
    )}
  </li>
);

/** Hidden categories have their colors here too. A renamed one has the color that members see. */
const PanelColors = ({ all }: { all: readonly Category[] }) => {
  const { categories } = useShop();
  const seen = new Map(categories.map(({ name, hue }) => [name, hue]));
  return <CategoryColors categories={all.map(({ name, hue }) => ({ name, hue: hue ?? seen.get(name) ?? null }))} />;
};
