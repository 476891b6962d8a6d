import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp, type LucideIcon, PackagePlus, Rss, Sprout } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { createActionKey } from '../../api/action-key.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { inventoryQuery } from '../../api/queries/inventory.ts';
import { addSamples, findAddedSamples, isSample } from '../../api/queries/inventory-items.ts';
import { reloadOpening } from '../../api/queries/opening.ts';
import { useShop } from '../../api/queries/settings.ts';
import { Button } from '../../ui/button.tsx';
import { failureToast, savedToast, undoChange } from '../action-toasts.ts';
import { ImportButton, ImportProducts } from '../inventory/import/import-products.tsx';
import { AddItemDrawer } from '../inventory/item/add-item-drawer.tsx';
import type { NewItemStart } from '../inventory/item/use-new-item.ts';
import { filterOptions } from '../inventory/list/filter-items.ts';
import { useSection } from '../settings/use-section.ts';
import { Fields } from './settings-step.tsx';
import { ContinueButton, StepFoot, type StepProps } from './step-foot.tsx';
import { STEPS } from './steps.ts';

const NONE: readonly AdminItem[] = [];
const SAMPLES_FAILED = 'Failed to add the sample products';

/** Four ways to fill the shelves, side by side: by hand, from a file, from a feed, or with samples. */
export const ProductsStep = (props: StepProps) => {
  const { step, state, path } = props;
  const form = useSection();
  const id = useId();
  const { data: items } = useQuery(inventoryQuery);
  const [adding, setAdding] = useState<{ start: NewItemStart | null } | null>(null);
  const [hasFeed, setFeed] = useState(() => form.fieldOf('INVENTORY_FEED_URL').saved !== null);
  const sample = items?.find(isSample);
  const samples = useSamples(sample);
  const { defaultMarkup } = useShop();
  const count = items?.length ?? 0;
  const { categories, brands } = useMemo(() => filterOptions(items ?? NONE), [items]);
  const { names } = STEPS[step];
  // What comes next, once the samples are there.
  const goOn = useRef<HTMLButtonElement>(null);
  const hasSamples = samples.isSuccess && count > 0;
  useEffect(() => {
    if (hasSamples) goOn.current?.focus();
  }, [hasSamples]);

  const saveFeed = async (event: FormEvent) => {
    event.preventDefault();
    if (form.isBusy || path.marking !== null) return;
    // It stays open, so that the feed can be tried.
    if (await form.save(names)) await path.mark(step, 'done');
  };
  return (
    <>
      <ul className="grid gap-3 xl:grid-cols-2">
        <Way
          Icon={PackagePlus}
          title="By hand"
          text={`One product at a time. Members pay its base price and your markup, ${formatPrice(defaultMarkup)} if you type none.`}
        >
          <Button size="sm" className="max-sm:h-11" onClick={() => setAdding({ start: null })}>
            Add item
          </Button>
        </Way>
        <Way
          Icon={FileUp}
          title="From a file"
          text="The export of Shopify, WooCommerce or Dutchie, or any table. You see what it does first."
        >
          <ImportButton className="max-sm:h-11" />
        </Way>
        <Way
          Icon={Rss}
          title="From a feed"
          text="A feed is a list of products that your supplier keeps. The shop reads it every few minutes."
        >
          <Button
            size="sm"
            className="max-sm:h-11"
            aria-expanded={hasFeed}
            aria-controls={`${id}-feed`}
            onClick={() => setFeed(!hasFeed)}
          >
            Connect a feed
          </Button>
        </Way>
        {(count === 0 || sample) && (
          <Way
            Icon={Sprout}
            title="To try it out"
            text={
              sample
                ? 'The samples are on the shelves. Remove them before you open.'
                : 'See a full shop in about half a minute. One press takes them away again.'
            }
            textId={`${id}-samples`}
          >
            <Button
              size="sm"
              className="max-sm:h-11"
              busy={samples.isPending}
              aria-describedby={`${id}-samples`}
              onClick={sample ? samples.remove : samples.add}
            >
              {sample ? 'Remove the samples' : 'Add 12 sample products'}
            </Button>
          </Way>
        )}
      </ul>
      {hasFeed && (
        <form
          id={`${id}-feed`}
          noValidate
          onSubmit={(event) => void saveFeed(event)}
          className="rise flex flex-col gap-4"
        >
          <Fields names={names} />
          <Button type="submit" busy={form.isBusy} className="self-start">
            Save
          </Button>
        </form>
      )}
      {count > 0 && (
        <p role="status" className="font-medium text-text">
          {counted(count, 'product')} on the shelves.
        </p>
      )}
      <StepFoot {...props} failure={samples.failure ?? form.failure}>
        {(state === 'done' || count > 0) && <ContinueButton {...props} ref={goOn} />}
      </StepFoot>
      <AddItemDrawer
        open={adding !== null}
        start={adding?.start}
        onClose={() => setAdding(null)}
        categories={categories}
        brands={brands}
        onOpen={() => setAdding(null)}
        onNew={(start) => setAdding({ start })}
      />
      <ImportProducts />
    </>
  );
};

/** Adds the samples and, as long as one of them is there, takes them away: their change is undone (behavior 10.24). */
const useSamples = (sample: AdminItem | undefined) => {
  const queryClient = useQueryClient();
  const [actionKey] = useState(createActionKey);
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: inventoryQuery.queryKey });
    reloadOpening(queryClient);
  };
  const adding = useMutation({
    mutationFn: () => actionKey.send('samples', addSamples),
    onSuccess: ({ message, changeId }) => savedToast(queryClient, { title: message }, changeId),
    onSettled: reload,
  });
  const removing = useMutation({
    mutationFn: async (id: number) => {
      const changeId = await findAddedSamples(id);
      if (changeId !== null) await undoChange(queryClient, changeId);
    },
    onSuccess: adding.reset,
    onError: (error) => failureToast(error, 'Failed to remove the samples'),
    onSettled: reload,
  });
  const { error } = adding;
  return {
    add: () => adding.mutate(),
    remove: () => sample && removing.mutate(sample.id),
    isPending: adding.isPending || removing.isPending,
    isSuccess: adding.isSuccess,
    failure: error && !isUnconfirmed(error) ? messageOf(error, SAMPLES_FAILED) : null,
  };
};

interface WayProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  textId?: string;
  children: ReactNode;
}

const Way = ({ Icon, title, text, textId, children }: WayProps) => (
  <li className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:max-xl:flex-row sm:max-xl:items-center">
    <div className="flex flex-1 gap-3 xl:flex-col">
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent-text"
      >
        <Icon className="size-5" />
      </span>
      <div>
        <h3 className="font-semibold text-text">{title}</h3>
        <p id={textId} className="mt-0.5 text-sm text-muted">
          {text}
        </p>
      </div>
    </div>
    {children}
  </li>
);
