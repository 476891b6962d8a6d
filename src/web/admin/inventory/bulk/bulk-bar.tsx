import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeDollarSign, LockKeyholeOpen, Shapes, Tag } from 'lucide-react';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted, formatCount } from '#domain/text.ts';
import { reloadInventory, showChange } from '../../../api/queries/inventory.ts';
import { type BulkSet, editItems, type OwnableField } from '../../../api/queries/inventory-edits.ts';
import { MenuItem, MenuLabel } from '../../../ui/menu.tsx';
import { useBottomBar } from '../../../ui/toaster.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { BarButton, ClearSelection } from '../../lists/selection-bar.tsx';
import { PriceRuleFor } from '../price-rule/price-rule-dialog.tsx';
import { FactsDialog, factsSet, LabelDialog, MarkupDialog } from './bulk-dialogs.tsx';
import { BulkMore } from './bulk-more.tsx';

interface BulkBarProps {
  items: readonly AdminItem[];
  /** How many of them the filters hide. */
  hidden: number;
  /** How many items match the filters, and whether all of them are selected. */
  matching: number;
  hasAll: boolean;
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
export const BulkBar = ({ items, hidden, matching, hasAll, onSelectMatching, onClear }: BulkBarProps) => {
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
  const owned = OWNED.map((each) => ({
    ...each,
    count: items.filter(({ shopOwned }) => shopOwned.includes(each.field)).length,
  })).filter(({ count }) => count > 0);
  const count = items.length;

  return (
    <section
      aria-label="Selected items"
      className="rise fixed inset-x-0 bottom-0 z-30 flex justify-center px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:bottom-3"
    >
      <div className="flex max-w-full flex-wrap items-center gap-x-1 rounded-panel bg-tip px-2 py-1 text-tip-ink shadow-float sm:pr-3 sm:pl-5">
        {/* Nothing in the bar moves while the selection grows. */}
        <p role="status" className="mr-2 font-semibold max-sm:pl-1 sm:min-w-26 whitespace-nowrap">
          {formatCount(count)} selected
          {hidden > 0 && <span className="font-normal">, {formatCount(hidden)} not shown</span>}
        </p>
        <BarButton aria-disabled={hasAll} onClick={onSelectMatching}>
          Select all {formatCount(matching)}
        </BarButton>
        <div className="order-last flex basis-full flex-wrap justify-between sm:order-none sm:basis-auto max-sm:[&>button]:px-1">
          <BarButton onClick={() => act({ set: { isActive: true }, done: (all) => `${all} activated` })}>
            Activate
          </BarButton>
          <BarButton onClick={() => act({ set: { isActive: false }, done: (all) => `${all} deactivated` })}>
            Deactivate
          </BarButton>
          <BarButton onClick={() => setAsking('markup')}>Markup…</BarButton>
          <BulkMore items={items}>
            <MenuItem icon={<Tag aria-hidden />} onSelect={() => setAsking('label')}>
              Label…
            </MenuItem>
            <MenuItem icon={<Shapes aria-hidden />} onSelect={() => setAsking('facts')}>
              Category, brand, size, tags…
            </MenuItem>
            <MenuItem icon={<BadgeDollarSign aria-hidden />} onSelect={() => setRuled(items.map(({ id }) => id))}>
              Price rule
            </MenuItem>
            {owned.length > 0 && <MenuLabel>Reset to feed</MenuLabel>}
            {owned.map(({ field, label, count }) => (
              <MenuItem
                key={field}
                icon={<LockKeyholeOpen aria-hidden />}
                onSelect={() => act({ giveBack: [field], done: (all) => `${label} of ${all} reset to the feed` })}
              >
                {label} ({count})
              </MenuItem>
            ))}
          </BulkMore>
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
