import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useDeferredValue, useId, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { AdminItem } from '#contract/inventory.ts';
import { inventoryQuery } from '../../../api/queries/inventory.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { beforeLeaving } from '../../../browser/paths.ts';
import { LeaveQuestion } from '../../../shared/leave-question.tsx';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { useCategoryQuestion } from './category-question.tsx';
import {
  bind,
  DescriptionField,
  FactFields,
  GroupFields,
  PriceFields,
  ShelfFields,
  TierFields,
} from './item-fields.tsx';
import { LabFields } from './lab-fields.tsx';
import { NewPictures, useNewPictures } from './new-pictures.tsx';
import { SaveBar, useFirstProblem } from './save-bar.tsx';
import { commonFacts } from './suggestions.ts';
import { NO_ITEM } from './typed-item.ts';
import { type NewItemStart, useNewItem } from './use-new-item.ts';

interface AddItemDrawerProps {
  open: boolean;
  onClose: () => void;
  /** The names that items have already, offered while typing. */
  categories: readonly string[];
  brands: readonly string[];
  onOpen: (id: number) => void;
  /** The first values of the form, if it is not empty. Then the added item is opened. */
  start?: NewItemStart | null | undefined;
}

const EMPTY: NewItemStart = { typed: NO_ITEM, pictures: [], focus: 'name' };
const NONE: readonly AdminItem[] = [];

/** Adds an item by hand (behavior 9.15). */
export const AddItemDrawer = ({ open, onClose, start, ...rest }: AddItemDrawerProps) => {
  // Typed values stay while the drawer closes.
  const shown = useLastShown(open ? (start ?? EMPTY) : null);
  return (
    <div className="[--drawer-width:38rem]">
      {/* Nothing else leads away from it than closing. The form asks if something is typed. */}
      <Drawer open={open} onClose={() => beforeLeaving('', onClose)} title="Add item">
        {open && shown && <AddItemForm start={shown} onClose={onClose} opensAdded={start != null} {...rest} />}
      </Drawer>
    </div>
  );
};

interface AddItemFormProps extends Omit<AddItemDrawerProps, 'open' | 'start'> {
  start: NewItemStart;
  opensAdded: boolean;
}

const nowhere = () => false;

/** In a field with suggestions, Enter takes one, and must not add an item that is half typed. */
const keepOpenLists = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.list) event.preventDefault();
};

const AddItemForm = ({ start, onClose, opensAdded, categories, brands, onOpen }: AddItemFormProps) => {
  const { defaultMarkup } = useShop();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const chosen = useNewPictures(start.pictures);
  const item = useNewItem({
    start,
    pictures: chosen.pictures,
    onAdded: (added) => {
      // The form no longer asks whether to leave it once it is gone.
      flushSync(onClose);
      if (opensAdded) onOpen(added.id);
    },
  });
  const { data: items = NONE } = useQuery({ ...inventoryQuery, enabled: false });
  const category = useDeferredValue(item.form.typed.category);
  const common = useMemo(() => commonFacts(items, category), [items, category]);
  const props = { form: item.form };
  useFirstProblem(form, item.attempts);
  const newCategory = useCategoryQuestion({
    names: categories,
    onUse: (name) => item.form.set('category', name),
    onGo: () => void item.add(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (newCategory.before(item.form.typed.category)) void item.add();
  };
  return (
    <>
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={submit}
        onKeyDown={keepOpenLists}
        className="relative flex flex-col gap-5 pb-5"
      >
        <p className="text-sm text-muted">{start.text ?? "Your own item. Supplier updates won't change it."}</p>
        <NewPictures {...chosen} progress={item.progress} />
        <TextField
          label="Name"
          autoComplete="off"
          data-autofocus={start.focus === 'name' || undefined}
          {...bind(item.form, 'name')}
        />
        <PriceFields {...props} defaultMarkup={defaultMarkup} />
        <TextField label="Quantity" inputMode="numeric" autoComplete="off" isShort {...bind(item.form, 'qty')} />
        <FactFields {...props} common={common} focusesSize={start.focus === 'size'} />
        <GroupFields {...props} {...{ categories, brands }} />
        <DescriptionField {...props} />
        <ShelfFields {...props} />
        <TierFields {...props} defaultMarkup={defaultMarkup} />
        <LabFields {...props} newFile={{ file: item.labFile, onChoose: item.chooseLabFile }} />
        <TextField
          label="Id"
          autoComplete="off"
          verbatim
          hint="Leave it empty, unless a feed will have the item later."
          {...bind(item.form, 'id')}
        />
      </form>
      <SaveBar failure={item.form.errors.root} text={item.isBusy ? (item.progress ?? 'Adding the item…') : ''}>
        <Button type="submit" form={id} variant="primary" busy={item.isBusy} className="max-sm:flex-1">
          {!item.isBusy && <Plus aria-hidden className="size-4.5" />}
          Add to the inventory
        </Button>
      </SaveBar>
      {newCategory.question}
      <LeaveQuestion unsaved={item.isTyped ? ['the new item'] : []} isHere={nowhere} onLeave={item.leave} />
    </>
  );
};
