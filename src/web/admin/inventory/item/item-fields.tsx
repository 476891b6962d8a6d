import { useId } from 'react';
import type { AdminItem, OwnableName } from '#contract/inventory.ts';
import type { EditableField } from '#contract/inventory-items.ts';
import { formatPrice } from '#domain/money.ts';
import { isRoundedUp } from '#domain/pricing.ts';
import { WEIGHT_LABELS } from '#domain/weight-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { TierRows } from '../edits/tier-rows.tsx';
import { FactField, TagsField } from './chips.tsx';
import { FeedLine } from './feed-line.tsx';
import { LimitWarning, useUnknownLimit } from './limit-warning.tsx';
import { type CommonFacts, offeredCategories } from './suggestions.ts';
import {
  finalPriceText,
  NO_LABEL,
  sizeInName,
  type TypedField,
  type TypedItem,
  typedCents,
  typedFittingLabel,
} from './typed-item.ts';
import type { ItemForm } from './use-item-edit.ts';

/*
 * The fields of an item, shared by its editor and the form of a new item, so that both ask for the same in the same words.
 */

export interface FieldsProps {
  form: ItemForm;
  /** The item that is edited; absent for a new one. */
  item?: AdminItem;
  /** The fields that differ from the item. */
  changed?: readonly EditableField[];
  onGivenBack?: (field: EditableField) => void;
}

type TextName = { [Field in TypedField]: TypedItem[Field] extends string ? Field : never }[TypedField];

/** Connects a text field with the form. */
export const bind = ({ typed, errors, set }: ItemForm, field: TextName) => ({
  value: typed[field],
  error: errors[field],
  onChange: ({ target }: { target: { value: string } }) => set(field, target.value),
});

/** The line of a field that the feed may have. */
export const lineOf = ({ item, changed = [], onGivenBack }: FieldsProps, field: Exclude<OwnableName, 'images'>) => ({
  item,
  field,
  isTyped: changed.includes(field),
  onGivenBack: () => onGivenBack?.(field),
});

interface PriceFieldsProps extends FieldsProps {
  /** Of a new item. */
  defaultMarkup?: number;
}

/** A new item gets the markup of new items while none is typed. */
const markupOf = ({ form, item }: FieldsProps, defaultMarkup: number): string =>
  item || form.typed.markup.trim() !== '' ? form.typed.markup : String(defaultMarkup);

/** Base price and markup, and next to them the price for members. */
export const PriceFields = ({ defaultMarkup = 0, ...props }: PriceFieldsProps) => {
  const { form, item } = props;
  const paid = finalPriceText(form.typed.price, markupOf(props, defaultMarkup));
  return (
    <FeedLine {...lineOf(props, 'price')}>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField label="Base price in dollars" inputMode="decimal" autoComplete="off" {...bind(form, 'price')} />
        <TextField
          label="Markup"
          inputMode="decimal"
          autoComplete="off"
          placeholder={item ? undefined : String(defaultMarkup)}
          {...bind(form, 'markup')}
        />
        <p className="flex items-baseline gap-2 max-sm:col-span-2 sm:min-w-24 sm:flex-col sm:gap-1.5">
          <span className="text-sm font-medium text-muted">Members pay</span>
          <output className="text-xl leading-11 font-semibold text-text tabular-nums max-sm:leading-7">
            {paid ?? '–'}
          </output>
        </p>
        {paid && isRoundedUp(typedCents(form.typed.price) ?? 0, typedCents(markupOf(props, defaultMarkup)) ?? 0) && (
          <p className="col-span-full -mt-2 text-sm text-muted sm:text-right">Rounded up to whole dollars</p>
        )}
      </div>
      {typedCents(form.typed.price) === 0 && (
        <p role="status" className="text-sm text-warning-text">
          A base price of 0: members pay {paid === formatPrice(0) ? 'nothing' : 'only the markup'}.
        </p>
      )}
    </FeedLine>
  );
};

interface FactFieldsProps extends FieldsProps {
  common: CommonFacts;
}

const labelOf = ({ weightLabel }: TypedItem): string | null => (weightLabel === NO_LABEL ? null : weightLabel);

interface SizeFieldsProps extends FactFieldsProps {
  focusesSize?: boolean;
}

/** Size and weight label. A doubtful label says why, and without one the label that fits is offered (behavior 9.1). */
export const SizeFields = ({ common, focusesSize = false, ...props }: SizeFieldsProps) => {
  const {
    form: { typed, errors, set },
    item,
  } = props;
  const label = labelOf(typed);
  const doubt = item && item.weightLabel === label ? item.labelCheck : null;
  const named = typed.size.trim() === '' ? sizeInName(typed.name) : null;
  const fitting = doubt ? doubt.suggested : label === null ? typedFittingLabel(typed) : null;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid items-start gap-4 sm:grid-cols-2 sm:gap-x-8">
        <FeedLine {...lineOf(props, 'size')}>
          <div className="flex min-w-0 flex-col gap-2">
            <FactField
              label="Size"
              value={typed.size}
              error={errors.size}
              offered={common.size}
              autoFocus={focusesSize}
              onChange={(value) => set('size', value)}
            />
            {named && !common.size.includes(named) && (
              <Button size="sm" onClick={() => set('size', named)} className="self-start">
                Set size {named}
              </Button>
            )}
          </div>
        </FeedLine>
        <FeedLine {...lineOf(props, 'weightLabel')}>
          <Select
            label="Weight label"
            options={[NO_LABEL, ...WEIGHT_LABELS].map((value) => ({ value, label: value }))}
            {...bind(props.form, 'weightLabel')}
            below={
              !doubt &&
              fitting && (
                <Button size="sm" onClick={() => set('weightLabel', fitting)} className="self-start">
                  Set {fitting}
                </Button>
              )
            }
          />
        </FeedLine>
      </div>
      <p className="text-sm text-muted">Members see the label on the card. Without one they see the size.</p>
      <LimitWarning typed={typed} />
      {doubt && (
        <Notice
          tone="warning"
          action={
            fitting && (
              <Button size="sm" onClick={() => set('weightLabel', fitting)}>
                Set {fitting}
              </Button>
            )
          }
        >
          {doubt.reason}
        </Notice>
      )}
    </div>
  );
};

/** Form and strain as chips. */
export const FactFields = ({ common, form: { typed, errors, set } }: FactFieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <FactField
      label="Form"
      value={typed.form}
      error={errors.form}
      offered={common.form}
      onChange={(value) => set('form', value)}
    />
    <FactField
      label="Strain"
      value={typed.strain}
      error={errors.strain}
      offered={common.strain}
      onChange={(value) => set('strain', value)}
    />
  </div>
);

export const FreeTagsField = ({ common, form: { typed, errors, set } }: FactFieldsProps) => (
  <TagsField value={typed.tags} error={errors.tags} offered={common.tags} onChange={(value) => set('tags', value)} />
);

interface NamesProps extends FieldsProps {
  categories: readonly string[];
  brands: readonly string[];
}

/** Category and brand, which offer the names that items have already. */
export const GroupFields = ({ categories, brands, ...props }: NamesProps) => {
  const id = useId();
  const options = (names: readonly string[]) => names.map((name) => <option key={name} value={name} />);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 sm:gap-x-8">
      <FeedLine {...lineOf(props, 'category')}>
        <TextField label="Category" autoComplete="off" list={`${id}-categories`} {...bind(props.form, 'category')} />
      </FeedLine>
      <FeedLine {...lineOf(props, 'brand')}>
        <TextField
          label="Brand"
          autoComplete="off"
          // Without a brand there is no list to open.
          list={brands.length > 0 ? `${id}-brands` : undefined}
          {...bind(props.form, 'brand')}
        />
      </FeedLine>
      <datalist id={`${id}-categories`}>{options(offeredCategories(categories))}</datalist>
      <datalist id={`${id}-brands`}>{options(brands)}</datalist>
    </div>
  );
};

export const DescriptionField = (props: FieldsProps) => (
  <FeedLine {...lineOf(props, 'description')}>
    <TextArea label="Description" rows={5} {...bind(props.form, 'description')} />
  </FeedLine>
);

export const TierFields = ({ defaultMarkup = 0, ...props }: PriceFieldsProps) => {
  const { form } = props;
  const markup = markupOf(props, defaultMarkup);
  return (
    <FeedLine {...lineOf(props, 'tiers')}>
      <TierRows
        title="Lower price for more pieces"
        rows={form.typed.tiers}
        problem={form.errors.tiers}
        ownPrice={typedCents(form.typed.price)}
        finalPrice={(price) => finalPriceText(price, markup)}
        onChange={(rows) => form.set('tiers', rows)}
      />
    </FeedLine>
  );
};

/** Threshold and state. */
export const ShelfFields = ({ form }: FieldsProps) => (
  <>
    <TextField
      label="Low-stock alert at"
      inputMode="numeric"
      autoComplete="off"
      isShort
      placeholder="Shop default"
      {...bind(form, 'lowStock')}
    />
    <div className="flex flex-wrap items-center gap-x-3">
      <Switch
        label="Active"
        checked={form.typed.isActive}
        onChange={({ target }) => form.set('isActive', target.checked)}
      />
      <span className="text-sm text-muted">
        {useUnknownLimit(form.typed)
          ? "Members see it, but can't order it without a size."
          : 'Members see it and can order it.'}
      </span>
    </div>
  </>
);
