import { type ReactNode, useId, useMemo, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { MARKUP_STEP_DOLLARS } from '#domain/constants.ts';
import { centsToDollars, toCents } from '#domain/money.ts';
import { compareNames } from '#domain/natural-order.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { counted, formatCount } from '#domain/text.ts';
import { WEIGHT_LABELS, type WeightLabel } from '#domain/weight-labels.ts';
import type { BulkSet } from '../../../api/queries/inventory-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useCategoryQuestion } from '../item/category-question.tsx';
import { previewMarkup, Samples } from './markup-preview.tsx';

interface ValueDialogProps<Value> {
  open: boolean;
  count: number;
  busy: boolean;
  onClose: () => void;
  onSet: (value: Value) => void;
}

/** One markup for the items, with prices before and after it. */
export const MarkupDialog = ({
  open,
  items,
  busy,
  onClose,
  onSet,
}: Omit<ValueDialogProps<number>, 'count'> & { items: readonly AdminItem[] }) => {
  const [typed, setTyped] = useState('15');
  const cents = toCents(plainNumber(typed));
  const count = items.length;
  const preview = useMemo(
    () => (open && cents !== null ? previewMarkup(items, () => cents) : null),
    [open, items, cents],
  );
  return (
    <ValueDialog
      {...{ open, busy, onClose }}
      title={`Markup of ${counted(count)}`}
      verb={`Set markup of ${counted(count)}`}
      isEmpty={!preview || preview.changed === 0}
      onSubmit={() => onSet(centsToDollars(cents!))}
    >
      <Field
        label="Markup in dollars"
        error={cents === null ? 'Markup must be a number of 0 or more' : undefined}
        hint="Added to each base price. The final price is rounded up to a whole dollar."
      >
        {(ties) => (
          <NumberInput
            {...ties}
            min={0}
            step={MARKUP_STEP_DOLLARS}
            data-autofocus
            className={controlClass}
            value={typed}
            onType={setTyped}
          />
        )}
      </Field>
      {/* As high as three samples and how many more, so that nothing moves while a number is typed. */}
      <div className="min-h-86 text-sm text-muted">
        {!preview && <p>Type a markup. The prices before and after it show here, and nothing changes yet.</p>}
        {preview && (
          <>
            <p role="status">
              {preview.changed === 0 ? (
                'No price would change: all of them have this markup.'
              ) : (
                <>
                  <strong className="text-text">
                    {formatCount(preview.changed)} of {counted(preview.total)}
                  </strong>{' '}
                  would change.
                </>
              )}
            </p>
            <Samples {...preview} />
          </>
        )}
      </div>
    </ValueDialog>
  );
};

export const LabelDialog = ({ open, count, busy, onClose, onSet }: ValueDialogProps<WeightLabel | 'none'>) => {
  const [label, setLabel] = useState<WeightLabel | 'none'>('none');
  return (
    <ValueDialog
      {...{ open, busy, onClose }}
      title={`Weight label of ${counted(count)}`}
      verb={`Set label of ${counted(count)}`}
      onSubmit={() => onSet(label)}
    >
      <Select
        label="Weight label"
        data-autofocus
        value={label}
        onChange={(event) => setLabel(event.target.value as WeightLabel | 'none')}
        options={['none', ...WEIGHT_LABELS].map((value) => ({ value, label: value }))}
      />
    </ValueDialog>
  );
};

/** The facts of the items, set together. Fields that stay blank change nothing. */
export const FactsDialog = ({
  items,
  onSet,
  ...dialog
}: Omit<ValueDialogProps<BulkSet>, 'count'> & { items: readonly AdminItem[] }) => {
  const [{ category, brand, size, added, removed }, setTyped] = useState(NOTHING);
  const type = (change: Partial<typeof NOTHING>) => setTyped((typed) => ({ ...typed, ...change }));
  const listId = useId();
  const all = counted(items.length);
  const set: BulkSet = {
    ...(category.trim() && { category }),
    ...(brand.trim() && { brand }),
    ...(size.trim() && { size }),
    ...(splitTags(added).length > 0 && { addTags: splitTags(added) }),
    ...(removed.length > 0 && { removeTags: removed }),
  };
  const isEmpty = Object.keys(set).length === 0;
  const newCategory = useCategoryQuestion({
    names: distinct(items.map((item) => item.category)),
    onUse: (name) => type({ category: name }),
    onGo: () => onSet(set),
  });
  return (
    <ValueDialog
      {...dialog}
      title={`Category, brand, size and tags of ${all}`}
      verb={isEmpty ? `Change ${all}` : `Change ${factsSet(set).toLowerCase()} of ${all}`}
      isEmpty={isEmpty}
      onSubmit={() => newCategory.before(category) && onSet(set)}
    >
      {newCategory.question}
      <p className="text-sm text-muted">Blank fields stay as they are.</p>
      <TextField
        label="Category"
        list={`${listId}-categories`}
        data-autofocus
        value={category}
        onChange={(event) => type({ category: event.target.value })}
      />
      <Options id={`${listId}-categories`} values={items.map((item) => item.category)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Brand"
          list={`${listId}-brands`}
          value={brand}
          onChange={(event) => type({ brand: event.target.value })}
        />
        <TextField label="Size" value={size} onChange={(event) => type({ size: event.target.value })} />
      </div>
      <Options id={`${listId}-brands`} values={items.map((item) => item.brand)} />
      <TextField
        label="Add tags"
        hint="Several tags are separated by commas."
        value={added}
        onChange={(event) => type({ added: event.target.value })}
      />
      <TagsToRemove
        tags={distinct(items.flatMap((item) => item.tags))}
        removed={removed}
        onChange={(tags) => type({ removed: tags })}
      />
    </ValueDialog>
  );
};

const NOTHING = { category: '', brand: '', size: '', added: '', removed: [] as string[] };

const splitTags = (text: string): string[] => distinct(text.split(',').map((tag) => tag.trim())).filter(Boolean);

const distinct = (texts: readonly (string | null)[]): string[] =>
  [...new Set(texts.filter((text) => text !== null))].sort(compareNames);

const Options = ({ id, values }: { id: string; values: readonly (string | null)[] }) => (
  <datalist id={id}>
    {distinct(values).map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);

interface TagsToRemoveProps {
  tags: readonly string[];
  removed: readonly string[];
  onChange: (removed: string[]) => void;
}

const TagsToRemove = ({ tags, removed, onChange }: TagsToRemoveProps) =>
  tags.length > 0 && (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-text">Remove tags</legend>
      <div className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
        {tags.map((tag) => {
          const isRemoved = removed.includes(tag);
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isRemoved}
              onClick={() => onChange(isRemoved ? removed.filter((other) => other !== tag) : [...removed, tag])}
              className={cx(
                'h-9 max-w-full truncate rounded-full border border-edge px-3 text-sm hover:border-text pointer-coarse:h-11',
                'aria-pressed:border-danger aria-pressed:text-danger-text aria-pressed:line-through',
              )}
            >
              {tag}
            </button>
          );
        })}
      </div>
    </fieldset>
  );

const list = new Intl.ListFormat('en-US');

/** "Category and tags": what an edit of facts sets. */
export const factsSet = ({ category, brand, size, addTags, removeTags }: BulkSet): string => {
  const names = [
    category !== undefined && 'category',
    brand !== undefined && 'brand',
    size !== undefined && 'size',
    (addTags ?? removeTags) !== undefined && 'tags',
  ].filter((name) => name !== false);
  const text = list.format(names);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A dialog with one press, which sets something on the selected items. */
export const ValueDialog = ({
  open,
  busy,
  onClose,
  onSubmit,
  title,
  verb,
  isEmpty = false,
  children,
}: {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: () => void;
  title: string;
  verb: string;
  isEmpty?: boolean;
  children: ReactNode;
}) => (
  <Dialog open={open} onClose={onClose} title={title} size="sm">
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isEmpty) onSubmit();
      }}
    >
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={isEmpty}>
          {verb}
        </Button>
      </div>
    </form>
  </Dialog>
);
