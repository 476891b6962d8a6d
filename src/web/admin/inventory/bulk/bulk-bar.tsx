import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { MARKUP_STEP_DOLLARS } from '#domain/constants.ts';
import { centsToDollars, formatPrice } from '#domain/money.ts';
import { typedMarkupCents } from '#domain/pricing.ts';
import { counted } from '#domain/text.ts';
import { WEIGHT_LABELS, type WeightLabel } from '#domain/weight-labels.ts';
import { reloadInventory, showChange } from '../../../api/queries/inventory.ts';
import { type BulkSet, editItems, type OwnableField } from '../../../api/queries/inventory-edits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useBottomBar } from '../../../ui/toaster.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { BarButton, ClearSelection } from '../../lists/selection-bar.tsx';
import { PriceRule } from '../price-rule/price-rule-button.tsx';

interface BulkBarProps {
  items: readonly AdminItem[];
  /** How many items match the filters. */
  matching: number;
  onSelectMatching: () => void;
  onClear: () => void;
}

interface Action {
  set?: BulkSet;
  giveBack?: OwnableField[];
  /** What happened, for "4 items". */
  done: (items: string) => string;
}

/** Actions on the selected items. Each is one change-set with one Undo (behavior 9.5). */
export const BulkBar = ({ items, matching, onSelectMatching, onClear }: BulkBarProps) => {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'markup' | 'label' | null>(null);
  const [ruled, setRuled] = useState<number[] | null>(null);
  const edit = useMutation({
    mutationFn: ({ done: _, ...action }: Action) => editItems({ ids: items.map(({ id }) => id), ...action }),
    onSuccess: ({ changed, changeId }, { done }) => {
      setAsking(null);
      savedToast(queryClient, { title: changed > 0 ? done(counted(changed)) : 'Nothing to change' }, changeId);
      void showChange(queryClient, changeId);
    },
    onError: (error) => {
      errorToast(failureMessage('Failed to update the items', error));
      void reloadInventory(queryClient);
    },
  });
  const send = useOneAtATime(edit.mutateAsync);
  const act = (action: Action) => hasToken() && send(action);
  useBottomBar();
  const owned = (field: OwnableField) => items.filter(({ shopOwned }) => shopOwned.includes(field)).length;
  const count = items.length;

  return (
    <section
      aria-label="Selected items"
      className="rise fixed inset-x-0 bottom-0 z-30 flex justify-center px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:bottom-3"
    >
      <div className="flex max-w-full flex-wrap items-center gap-x-1 rounded-panel bg-tip px-3 py-1 text-tip-ink shadow-float sm:flex-nowrap sm:pl-5">
        <p role="status" className="mr-2 font-semibold whitespace-nowrap">
          {count} selected
        </p>
        {count < matching && <BarButton onClick={onSelectMatching}>Select all {matching}</BarButton>}
        <div className="order-last grid basis-full grid-cols-3 sm:order-none sm:flex sm:basis-auto max-sm:[&_button]:px-2">
          <BarButton onClick={() => act({ set: { isActive: true }, done: (all) => `${all} activated` })}>
            Activate
          </BarButton>
          <BarButton onClick={() => act({ set: { isActive: false }, done: (all) => `${all} deactivated` })}>
            Deactivate
          </BarButton>
          <BarButton onClick={() => setAsking('markup')}>Markup…</BarButton>
          <BarButton onClick={() => setAsking('label')}>Label…</BarButton>
          <BarButton onClick={() => setRuled(items.map(({ id }) => id))}>Price rule</BarButton>
          <Menu align="center" trigger={<BarButton>Reset to feed…</BarButton>}>
            {OWNED.map(({ field, label }) => (
              <MenuItem
                key={field}
                disabled={owned(field) === 0}
                onSelect={() => act({ giveBack: [field], done: (all) => `${label} of ${all} reset to the feed` })}
              >
                {label} ({owned(field)})
              </MenuItem>
            ))}
          </Menu>
        </div>
        <ClearSelection onClear={onClear} />
      </div>
      <MarkupDialog
        open={asking === 'markup'}
        count={count}
        busy={edit.isPending}
        onClose={() => setAsking(null)}
        onSet={(markupDollars) =>
          act({ set: { markupDollars }, done: (all) => `Markup of ${all} set to ${formatPrice(markupDollars)}` })
        }
      />
      <LabelDialog
        open={asking === 'label'}
        count={count}
        busy={edit.isPending}
        onClose={() => setAsking(null)}
        onSet={(weightLabel) =>
          act({
            set: { weightLabel },
            done: (all) =>
              weightLabel === 'none'
                ? `Weight label of ${all} removed`
                : `Weight label of ${all} set to ${weightLabel}`,
          })
        }
      />
      <PriceRule ids={ruled} onClose={() => setRuled(null)} />
    </section>
  );
};

const OWNED: readonly { field: OwnableField; label: string }[] = [
  { field: 'description', label: 'Descriptions' },
  { field: 'weightLabel', label: 'Weight labels' },
  { field: 'tiers', label: 'Tiers' },
  { field: 'images', label: 'Pictures' },
];

interface ValueDialogProps<Value> {
  open: boolean;
  count: number;
  busy: boolean;
  onClose: () => void;
  onSet: (value: Value) => void;
}

const MarkupDialog = ({ open, count, busy, onClose, onSet }: ValueDialogProps<number>) => {
  const [typed, setTyped] = useState('15');
  return (
    <ValueDialog
      {...{ open, busy, onClose }}
      title={`Markup of ${counted(count)}`}
      verb={`Set markup of ${counted(count)}`}
      onSubmit={() => onSet(centsToDollars(typedMarkupCents(typed)))}
    >
      <TextField
        label="Markup in dollars"
        type="number"
        min={0}
        step={MARKUP_STEP_DOLLARS}
        inputMode="decimal"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint="Added to each base price. The final price is rounded up to a whole dollar."
      />
    </ValueDialog>
  );
};

const LabelDialog = ({ open, count, busy, onClose, onSet }: ValueDialogProps<WeightLabel | 'none'>) => {
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

const ValueDialog = ({
  open,
  busy,
  onClose,
  onSubmit,
  title,
  verb,
  children,
}: {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: () => void;
  title: string;
  verb: string;
  children: ReactNode;
}) => (
  <Dialog open={open} onClose={onClose} title={title} size="sm">
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  </Dialog>
);
