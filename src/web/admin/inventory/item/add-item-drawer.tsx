import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useDeferredValue, useId, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { AdminItem } from '#contract/inventory.ts';
import { sameValue } from '#domain/inventory-plan.ts';
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
  FreeTagsField,
  GroupFields,
  PriceFields,
  ShelfFields,
  SizeFields,
  TierFields,
} from './item-fields.tsx';
import { LabFields } from './lab-fields.tsx';
import { useUnknownLimit } from './limit-warning.tsx';
import { MemberPreview } from './member-preview.tsx';
import { nextOf, startOf } from './new-item-start.ts';
import { NewPictures, useNewPictures } from './new-pictures.tsx';
import { SaveBar, useFirstProblem } from './save-bar.tsx';
import { commonFacts } from './suggestions.ts';
import { NO_ITEM, type TypedField, typedItem } from './typed-item.ts';
import { type NewItemStart, useNewItem } from './use-new-item.ts';

interface AddItemDrawerProps {
  open: boolean;
  onClose: () => void;
  /** The names that items have already, offered while typing. */
  categories: readonly string[];
  brands: readonly string[];
  onOpen: (id: number) => void;
  /** Puts the added item where it is seen. */
  onShow?: (id: number) => void;
  /** Opens the form again, filled in. */
  onNew: (start: NewItemStart) => void;
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
        {open && shown && (
          <AddItemForm start={shown} onClose={onClose} opensAdded={start != null && !start.isNext} {...rest} />
        )}
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

const AddItemForm = ({ start, onClose, opensAdded, categories, brands, onOpen, onShow, onNew }: AddItemFormProps) => {
  const { defaultMarkup } = useShop();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const chosen = useNewPictures(start.pictures);
  // The button that was pressed last: another new item follows.
  const wantsNext = useRef(false);
  const item = useNewItem({
    start,
    pictures: chosen.pictures,
    onAdded: (added) => {
      // The form no longer asks whether to leave it once it is gone.
      flushSync(onClose);
      onShow?.(added.id);
      if (wantsNext.current) onNew(nextOf(item.form.typed));
      else if (opensAdded) onOpen(added.id);
    },
    onSize: (added) =>
      beforeLeaving('', () => {
        // The form may be open again, and begins anew.
        flushSync(onClose);
        onNew(startOf(added, typedItem(added), 'size'));
      }),
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
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[11rem_1fr]">
          <NewPictures {...chosen} progress={item.progress} />
          <div className="flex min-w-0 flex-col gap-4">
            <TextField
              label="Name"
              autoComplete="off"
              data-autofocus={start.focus === 'name' || undefined}
              {...bind(item.form, 'name')}
            />
            <PriceFields {...props} defaultMarkup={defaultMarkup} />
            <TextField label="Quantity" inputMode="numeric" autoComplete="off" isShort {...bind(item.form, 'qty')} />
          </div>
        </div>
        <p className="border-t border-line pt-4 text-sm text-muted">
          {useUnknownLimit(item.form.typed) ? 'The rest can wait, except the size.' : 'The rest can wait.'}
          {item.form.typed.isActive &&
            item.form.typed.category.trim() === '' &&
            ' Until it has a category, members find it under "Unknown", and the panel lists it as "Uncategorized".'}
        </p>
        <GroupFields {...props} {...{ categories, brands }} />
        <SizeFields {...props} common={common} focusesSize={start.focus === 'size'} />
        <div>
          <Fold
            title="Details"
            text="Form, strain, description"
            {...{ start }}
            fields={['form', 'strain', 'description']}
          >
            <FactFields {...props} common={common} />
            <DescriptionField {...props} />
          </Fold>
          <Fold title="Lab result" text="Batch, dates, THC and CBD, file" {...{ start }} fields={['batch', 'tested']}>
            <LabFields {...props} newFile={{ file: item.labFile, onChoose: item.chooseLabFile }} />
          </Fold>
          <Fold
            title="More"
            text="Tags, prices for more pieces, low-stock alert, id"
            {...{ start }}
            fields={['tags', 'tiers', 'lowStock', 'isActive']}
          >
            <FreeTagsField {...props} common={common} />
            <TierFields {...props} defaultMarkup={defaultMarkup} />
            <ShelfFields {...props} />
            <TextField
              label="Id"
              autoComplete="off"
              verbatim
              hint="Leave it empty, unless a feed will have the item later."
              {...bind(item.form, 'id')}
            />
          </Fold>
        </div>
        <MemberPreview typed={item.form.typed} picture={chosen.pictures[0]} defaultMarkup={defaultMarkup} />
      </form>
      <SaveBar failure={item.form.errors.root} text={item.isBusy ? (item.progress ?? 'Adding the item…') : ''}>
        <Button
          variant="ghost"
          disabled={item.isBusy}
          onClick={() => {
            wantsNext.current = true;
            form.current?.requestSubmit();
          }}
          className="max-sm:px-3"
        >
          Add, then another
        </Button>
        <Button
          type="submit"
          form={id}
          variant="primary"
          busy={item.isBusy}
          // Enter in a field presses it too.
          onClick={() => {
            wantsNext.current = false;
          }}
          className="max-sm:flex-1"
        >
          {!item.isBusy && <Plus aria-hidden className="size-4.5 max-sm:hidden" />}
          Add to the inventory
        </Button>
      </SaveBar>
      {newCategory.question}
      <LeaveQuestion unsaved={item.isTyped ? ['the new item'] : []} isHere={nowhere} onLeave={item.leave} />
    </>
  );
};

interface FoldProps {
  title: string;
  /** The fields in it, in words. */
  text: string;
  start: NewItemStart;
  /** It is open from the start if one of these has a value. */
  fields: readonly TypedField[];
  children: ReactNode;
}

/** Fields that most new items do not need. */
const Fold = ({ title, text, start: { typed }, fields, children }: FoldProps) => (
  <details
    className="group border-t border-line last:border-b"
    open={fields.some((field) => !sameValue(typed[field], NO_ITEM[field]))}
  >
    <summary className="flex min-h-12 flex-wrap items-center gap-x-2 py-1.5">
      <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
      <span className="font-medium text-text">{title}</span>
      <span className="min-w-0 text-sm text-muted group-open:hidden">{text}</span>
    </summary>
    <div className="flex flex-col gap-5 pt-2 pb-5">{children}</div>
  </details>
);
