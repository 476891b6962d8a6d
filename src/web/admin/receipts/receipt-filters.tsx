import { SlidersHorizontal, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatPrice } from '#domain/money.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { PAYMENT_FILTERS } from '#domain/payments.ts';
import { formatDay, localDay } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { amount, PAYMENT_WORDS, type ReceiptsFilter } from './receipts-view.ts';

type Changes = Partial<
  Record<'from' | 'to' | 'paidFrom' | 'paidTo' | 'item' | 'minTotal' | 'maxTotal' | 'batch' | 'payment', string>
>;

interface ReceiptFiltersProps {
  filter: ReceiptsFilter;
  onChange: (changes: Changes) => void;
}

/** The filters of the list that are on, in words, each with what turns it off. */
const activeFilters = (
  { from, to, paidFrom, paidTo, item, minTotal, maxTotal, payment }: ReceiptsFilter,
  nameOf: (item: string) => string,
): { text: string; off: Changes }[] => {
  const days = rangeText(from && formatDay(from), to && formatDay(to));
  const sold = rangeText(paidFrom && formatDay(paidFrom), paidTo && formatDay(paidTo));
  const totals = rangeText(minTotal && formatPrice(minTotal), maxTotal && formatPrice(maxTotal));
  return [
    ...(days ? [{ text: days, off: { from: '', to: '' } }] : []),
    ...(sold ? [{ text: `Sold: ${sold}`, off: { paidFrom: '', paidTo: '' } }] : []),
    ...(item ? [{ text: nameOf(item), off: { item: '' } }] : []),
    ...(totals ? [{ text: totals, off: { minTotal: '', maxTotal: '' } }] : []),
    ...(payment ? [{ text: PAYMENT_WORDS[payment], off: { payment: '' } }] : []),
  ];
};

interface FilterChipsProps extends ReceiptFiltersProps {
  /** The name of an item by its id. */
  nameOf: (item: string) => string;
}

/** The filters for days, totals, payments and an item that are on, as chips. */
export const FilterChips = ({ filter, onChange, nameOf }: FilterChipsProps) =>
  activeFilters(filter, nameOf).map(({ text, off }) => (
    <FilterChip key={text} text={text} onClear={() => onChange(off)} />
  ));

/** The button for the filters for days, totals, payments and a batch, with the number of those that are on (behavior 7.21). */
export const FilterButton = ({ filter, onChange }: ReceiptFiltersProps) => {
  const [isOpen, setOpen] = useState(false);
  const count = activeFilters(filter, (item) => item).length + (filter.batch ? 1 : 0);
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog" className="max-sm:px-3">
        <SlidersHorizontal aria-hidden className="size-4.5" />
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Filters" size="sm" phone="sheet">
        {isOpen && (
          <FilterForm
            filter={filter}
            onApply={(changes) => {
              setOpen(false);
              onChange(changes);
            }}
          />
        )}
      </Dialog>
    </>
  );
};

const rangeText = (from: string | undefined, to: string | undefined): string | null => {
  if (from && to) return from === to ? from : `${from} to ${to}`;
  if (from) return `From ${from}`;
  return to ? `Up to ${to}` : null;
};

const FilterChip = ({ text, onClear }: { text: string; onClear: () => void }) => (
  <Button onClick={onClear} aria-label={`${text}: remove this filter`}>
    <span className="max-w-72 truncate">{text}</span>
    <X aria-hidden className="size-4" />
  </Button>
);

const DAY_MS = 86_400_000;
/** Ranges that end today. */
const RANGES = [
  { label: 'Today', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
] as const;

const NO_FILTER: Required<Changes> = {
  ...{ from: '', to: '', paidFrom: '', paidTo: '', item: '', minTotal: '', maxTotal: '', batch: '', payment: '' },
};

const ANY = 'any';
const PAYMENT_CHOICES = [
  { value: ANY, label: 'Any' },
  ...PAYMENT_FILTERS.map((value) => ({ value: value as string, label: PAYMENT_WORDS[value] })),
];

const NO_AMOUNT = 'This must be an amount such as 50 or 99.50';

const FilterForm = ({ filter, onApply }: { filter: ReceiptsFilter; onApply: (changes: Changes) => void }) => {
  const [typed, setTyped] = useState({
    from: filter.from ?? '',
    to: filter.to ?? '',
    minTotal: filter.minTotal ?? '',
    maxTotal: filter.maxTotal ?? '',
    batch: filter.batch,
    payment: filter.payment ?? '',
  });
  const [showsErrors, setShowErrors] = useState(false);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  });
  const dollars = (name: 'minTotal' | 'maxTotal') => plainNumber(typed[name]);
  const isBad = (name: 'minTotal' | 'maxTotal') => dollars(name) !== '' && amount(dollars(name)) === undefined;
  const error = (name: 'minTotal' | 'maxTotal') => (showsErrors && isBad(name) ? NO_AMOUNT : undefined);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setShowErrors(true);
    if (isBad('minTotal') || isBad('maxTotal')) return;
    onApply({ ...typed, minTotal: dollars('minTotal'), maxTotal: dollars('maxTotal'), batch: typed.batch.trim() });
  };
  const chooseRange = (days: number) => {
    const now = shopNow();
    setTyped({ ...typed, from: localDay(now - (days - 1) * DAY_MS), to: localDay(now) });
  };
  return (
    <form noValidate onSubmit={apply} className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-semibold text-text">Confirmed</legend>
        <div className="flex flex-wrap gap-2">
          {RANGES.map(({ label, days }) => (
            <Button key={label} size="sm" onClick={() => chooseRange(days)}>
              {label}
            </Button>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-3">
          <TextField label="First day" type="date" max={typed.to} {...field('from')} />
          <TextField label="Last day" type="date" min={typed.from} {...field('to')} />
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-sm font-semibold text-text">Total in dollars</legend>
        <div className="grid grid-cols-2 gap-3">
          <TextField label="At least" inputMode="decimal" {...field('minTotal')} error={error('minTotal')} />
          <TextField label="At most" inputMode="decimal" {...field('maxTotal')} error={error('maxTotal')} />
        </div>
      </fieldset>
      <Select
        label="Payment"
        options={PAYMENT_CHOICES}
        value={typed.payment || ANY}
        onChange={({ target }) => setTyped({ ...typed, payment: target.value === ANY ? '' : target.value })}
      />
      <TextField
        label="Batch"
        hint="The recall list: receipts from paid on with pieces that were ordered or shipped from exactly this batch."
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        {...field('batch')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onApply(NO_FILTER)}>Remove filters</Button>
        <Button type="submit" variant="primary">
          Show receipts
        </Button>
      </div>
    </form>
  );
};
