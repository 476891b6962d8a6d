import { PackageOpen } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { AdminItem } from '#contract/inventory.ts';
import { beforeLeaving } from '../../../browser/paths.ts';
import { LeaveQuestion } from '../../../shared/leave-question.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { fieldLabel } from '../../changes/plan-labels.ts';
import { useCategoryQuestion } from './category-question.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { FeedLine, followsFeed } from './feed-line.tsx';
import { ItemActions } from './item-actions.tsx';
import { ItemId } from './item-facts.tsx';
import {
  bind,
  DescriptionField,
  FactFields,
  type FieldsProps,
  FreeTagsField,
  GroupFields,
  lineOf,
  PriceFields,
  ShelfFields,
  SizeFields,
  TierFields,
} from './item-fields.tsx';
import { ItemPictures } from './item-pictures.tsx';
import { ItemStock, useTypedStock } from './item-stock.tsx';
import { LabFields } from './lab-fields.tsx';
import { startOf } from './new-item-start.ts';
import { EditBar, useFirstProblem } from './save-bar.tsx';
import { commonFacts } from './suggestions.ts';
import { typedItem } from './typed-item.ts';
import { useItemEdit } from './use-item-edit.ts';
import type { NewItemStart } from './use-new-item.ts';
import type { StockRound } from './use-round.ts';

interface ItemEditorProps {
  item: AdminItem;
  /** Somebody has taken it off the list since it was opened. */
  isGone: boolean;
  items: readonly AdminItem[];
  categories: readonly string[];
  brands: readonly string[];
  /** Opens the form of a new item, filled in. */
  onNew: (start: NewItemStart) => void;
  onClose: () => void;
  /** The list is narrowed by lab results. */
  isAboutLab: boolean;
  stock: StockRound;
  /** Orders and history. */
  children: ReactNode;
}

/** The editor of an item: one press saves all that is typed, in one change (behavior 10.11). */
export const ItemEditor = ({
  item,
  isGone,
  items,
  categories,
  brands,
  onNew,
  onClose,
  isAboutLab,
  stock: round,
  children,
}: ItemEditorProps) => {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const edit = useItemEdit(item);
  const stock = useTypedStock(item, { begin: round.begin });
  const { category } = item;
  const common = useMemo(() => commonFacts(items, category ?? ''), [items, category]);
  useFirstProblem(form, edit.attempts);
  const unsaved = [...edit.changed.map(fieldLabel), ...(stock.isTyped ? ['Stock'] : [])];
  const discard = () => {
    edit.discard();
    stock.discard();
  };
  const openNew = (kind: 'duplicate' | 'size') => beforeLeaving('', () => onNew(startOf(item, typedItem(item), kind)));
  const addAgain = () => {
    const start = startOf(item, edit.form.typed, 'again');
    // The new form then has the typed values, and asks before it is left.
    flushSync(discard);
    onNew({ ...start, isTyped: true });
  };
  const props: FieldsProps = { form: edit.form, item, changed: edit.changed, onGivenBack: edit.forget };
  const newCategory = useCategoryQuestion({
    names: categories,
    onUse: (name) => edit.form.set('category', name),
    onGo: edit.save,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (newCategory.before(edit.changed.includes('category') ? edit.form.typed.category : '')) edit.save();
  };
  if (isGone && unsaved.length === 0) return <GoneItem />;
  return (
    <>
      {isGone && <GoneNotice onNew={addAgain} />}
      <form ref={form} id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[11rem_1fr]">
          <ItemPictures item={item} mayWrite />
          <div className="flex min-w-0 flex-col gap-4">
            <FeedLine {...lineOf(props, 'name')}>
              <TextField label="Name" autoComplete="off" {...bind(edit.form, 'name')} />
            </FeedLine>
            <PriceFields {...props} />
          </div>
        </div>
        <div className="flex flex-col gap-3 rounded-card border border-line bg-well/50 p-3 sm:p-4">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold text-text">Stock</span>
            <span className="text-sm text-muted">Saved on its own, with a reason.</span>
          </p>
          <ItemStock item={item} stock={stock} takesFocus={round.takesFocus} />
        </div>
        {followsFeed(item) && (
          <p className="-ml-3.5 border-l-2 border-edge/60 pl-3 text-sm text-muted">
            Fields with a line follow the feed until you change them.
          </p>
        )}
        <GroupFields {...props} {...{ categories, brands }} />
        <SizeFields {...props} common={common} />
        <FeedLine {...lineOf(props, 'tags')}>
          <FactFields {...props} common={common} />
          <FreeTagsField {...props} common={common} />
        </FeedLine>
        <DescriptionField {...props} />
        <TierFields {...props} />
        <LabFields {...props} takesFocus={isAboutLab} />
        <ShelfFields {...props} />
        <p className="text-sm text-text">
          <span className="text-muted">Id </span>
          <ItemId item={item} />
        </p>
      </form>
      <ItemActions
        item={item}
        onNew={openNew}
        onGone={() => {
          // Nothing that is left to save keeps the drawer open.
          flushSync(discard);
          onClose();
        }}
      />
      {children}
      <EditBar
        form={id}
        changed={edit.changed.map(fieldLabel)}
        isStockTyped={stock.isTyped}
        isBusy={edit.isBusy}
        failure={edit.form.errors.root}
        onDiscard={edit.discard}
      />
      <EditConflict edit={edit} />
      {newCategory.question}
      <LeaveQuestion unsaved={unsaved} isHere={(to) => isAddressOf(item, to)} onLeave={discard} />
    </>
  );
};

/** True if an address still shows this item. */
const isAddressOf = ({ id }: AdminItem, to: string): boolean =>
  new URLSearchParams(to.split('?')[1]).get('item') === String(id);

/** For a link to an item that left, and for one that leaves while its drawer is open. */
export const GoneItem = () => (
  <EmptyState
    icon={<PackageOpen />}
    title="This item is no longer in the inventory"
    text="It left the feed, or somebody took it off the list or replaced the inventory."
  />
);

const GoneNotice = ({ onNew }: { onNew: () => void }) => (
  <Notice
    tone="warning"
    alert
    title="This item is no longer in the inventory"
    action={
      <Button size="sm" onClick={onNew}>
        Add it again
      </Button>
    }
  >
    Somebody took it off the list. What you typed is still here.
  </Notice>
);
