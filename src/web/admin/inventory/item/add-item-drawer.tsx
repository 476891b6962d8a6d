import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { addItem as addItemEndpoint } from '#contract/inventory-items.ts';
import { WEIGHT_LABELS } from '#domain/weight-labels.ts';
import { ApiError } from '../../../api/client.ts';
import { addItem } from '../../../api/queries/inventory-items.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { useEndpointForm } from '../../../shared/endpoint-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { savedToast } from '../../action-toasts.ts';
import { addItemForm, fieldProblems, NO_ITEM, toFields } from './add-item-form.ts';

interface AddItemDrawerProps {
  open: boolean;
  onClose: () => void;
  /** The names that items have already, offered while typing. */
  categories: readonly string[];
  brands: readonly string[];
  onOpen: (id: number) => void;
}

/** Adds an item by hand (behavior 9.15). */
export const AddItemDrawer = ({ open, onClose, ...rest }: AddItemDrawerProps) => (
  <div className="[--drawer-width:34rem]">
    <Drawer open={open} onClose={onClose} title="Add item">
      {open && <AddItemForm onClose={onClose} {...rest} />}
    </Drawer>
  </div>
);

const AddItemForm = ({ onClose, categories, brands }: Omit<AddItemDrawerProps, 'open'>) => {
  const queryClient = useQueryClient();
  const { defaultMarkup } = useShop();
  const listId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { submit, isBusy, field, failure } = useEndpointForm(addItemEndpoint, {
    schema: addItemForm,
    defaultValues: NO_ITEM,
    send: (values, key) => addItem(queryClient, toFields(values), key),
    onDone: ({ message, item, changeId, warnings }) => {
      onClose();
      const left =
        warnings.length > 0 ? warnings.join('\n') : `Base price $${item.price}, sold for $${item.finalPrice}`;
      savedToast(queryClient, { title: message, description: left }, changeId);
    },
    fallback: 'Failed to add the item',
    errorFields: { item_exists: 'id' },
    onFailure: (error, form) => {
      // The field in question may be among those that are folded.
      setShowsAll(true);
      const errors = error instanceof ApiError ? error.body.errors : undefined;
      if (!Array.isArray(errors)) return undefined;
      const [first, ...others] = fieldProblems(errors as string[]);
      for (const { field: name, message } of others) form.setError(name, message);
      return first && { field: first.field, message: first.message, focus: first.field };
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        Your own item. Supplier updates won't change it. Its markup is ${defaultMarkup}, as for every new item.
      </p>
      <TextField label="Name" autoComplete="off" maxLength={200} data-autofocus {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Quantity" inputMode="numeric" autoComplete="off" {...field('qty')} />
        <TextField label="Base price in dollars" inputMode="decimal" autoComplete="off" {...field('price')} />
        <TextField label="Brand" autoComplete="off" maxLength={100} list={`${listId}-brands`} {...field('brand')} />
        <TextField
          label="Category"
          autoComplete="off"
          maxLength={100}
          list={`${listId}-categories`}
          {...field('category')}
        />
        <Select
          label="Weight label"
          options={['none', ...WEIGHT_LABELS].map((value) => ({ value, label: value }))}
          {...field('weightLabel')}
        />
        <TextField label="Size" autoComplete="off" maxLength={100} {...field('size')} />
      </div>
      <datalist id={`${listId}-brands`}>
        {brands.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={`${listId}-categories`}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextArea label="Description" maxLength={5000} rows={4} {...field('description')} />
      <details
        open={showsAll}
        onToggle={({ currentTarget }) => setShowsAll(currentTarget.open)}
        className="group flex flex-col"
      >
        <summary className="flex min-h-11 items-center rounded-small text-sm font-semibold text-text">
          <ChevronRight aria-hidden className="mr-1 size-4 group-open:rotate-90" />
          More: tags, tiers, batch, lab result, picture, id
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <TextArea label="Tags" hint='One in each line, such as "Formulation = Badder".' rows={2} {...field('tags')} />
          <TextArea label="Tiers" hint='One in each line: "3 = 40.00" from 3 pieces.' rows={2} {...field('tiers')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Batch" autoComplete="off" maxLength={60} {...field('batch')} />
            <TextField label="Tested on" type="date" {...field('tested')} />
            <TextField label="Result expires on" type="date" {...field('expires')} />
            <TextField label="THC" autoComplete="off" maxLength={60} placeholder="22.9 %" {...field('thc')} />
            <TextField label="CBD" autoComplete="off" maxLength={60} {...field('cbd')} />
            <TextField label="File of the result" autoComplete="off" verbatim maxLength={500} {...field('url')} />
          </div>
          <TextField
            label="Picture"
            autoComplete="off"
            verbatim
            maxLength={500}
            hint="A path below the shop's picture source, such as og-kush.jpg."
            {...field('images')}
          />
          <TextField
            label="Id"
            autoComplete="off"
            verbatim
            maxLength={200}
            hint="Leave it empty, unless a feed will have the item later."
            {...field('id')}
          />
        </div>
      </details>
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={isBusy} className="self-start">
        {!isBusy && <Plus aria-hidden className="size-4.5" />}
        Add to the inventory
      </Button>
    </form>
  );
};
