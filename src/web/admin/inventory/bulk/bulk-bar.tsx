import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted, formatCount } from '#domain/text.ts';
import { reloadInventory, showChange } from '../../../api/queries/inventory.ts';
import { type BulkSet, editItems, type OwnableField } from '../../../api/queries/inventory-edits.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useBottomBar } from '../../../ui/toaster.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { BarButton, ClearSelection } from '../../lists/selection-bar.tsx';
import { PriceRuleFor } from '../price-rule/price-rule-dialog.tsx';
import { FactsDialog, factsSet, LabelDialog, MarkupDialog } from './bulk-dialogs.tsx';
import { BulkMore } from './bulk-more.tsx';

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
  /** The message afterwards, for "4 items". */
  done: (items: string) => string;
}

/** Actions on the selected items. Each is one change-set with one Undo (behavior 9.5). */
export const BulkBar = ({ items, matching, onSelectMatching, onClear }: BulkBarProps) => {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'markup' | 'label' | 'facts' | null>(null);
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
      <div className="flex max-w-full flex-wrap items-center gap-x-1 rounded-panel bg-tip px-3 py-1 text-tip-ink shadow-float sm:pl-5 xl:flex-nowrap">
        <p role="status" className="mr-2 font-semibold whitespace-nowrap">
          {formatCount(count)} selected
        </p>
        {count < matching && <BarButton onClick={onSelectMatching}>Select all {formatCount(matching)}</BarButton>}
        <div className="order-last grid basis-full grid-cols-3 sm:flex sm:flex-wrap max-xl:[&_button]:px-2 xl:order-none xl:basis-auto">
          <BarButton onClick={() => act({ set: { isActive: true }, done: (all) => `${all} activated` })}>
            Activate
          </BarButton>
          <BarButton onClick={() => act({ set: { isActive: false }, done: (all) => `${all} deactivated` })}>
            Deactivate
          </BarButton>
          <BarButton onClick={() => setAsking('markup')}>Markup…</BarButton>
          <BarButton onClick={() => setAsking('label')}>Label…</BarButton>
          <BarButton onClick={() => setAsking('facts')}>Facts…</BarButton>
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
          <BulkMore items={items} />
        </div>
        <ClearSelection onClear={onClear} />
      </div>
      <MarkupDialog
        open={asking === 'markup'}
        items={items}
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
      <FactsDialog
        open={asking === 'facts'}
        items={items}
        busy={edit.isPending}
        onClose={() => setAsking(null)}
        onSet={(set) => act({ set, done: (all) => `${factsSet(set)} of ${all} changed` })}
      />
      <PriceRuleFor ids={ruled} onClose={() => setRuled(null)} />
    </section>
  );
};

const OWNED: readonly { field: OwnableField; label: string }[] = [
  { field: 'description', label: 'Descriptions' },
  { field: 'weightLabel', label: 'Weight labels' },
  { field: 'tiers', label: 'Tiers' },
  { field: 'images', label: 'Pictures' },
];
