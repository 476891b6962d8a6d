import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { typedNumber } from '#domain/number-rules.ts';
import { PRICE_ROUNDINGS, type PriceRule, priceRuleProblem } from '#domain/price-rule.ts';
import { counted } from '#domain/text.ts';
import { createActionKey } from '../../../api/action-key.ts';
import { useFailure } from '../../../api/failure.ts';
import { showChange } from '../../../api/queries/inventory.ts';
import { applyPriceRule, type PriceRuleInput, previewPriceRule } from '../../../api/queries/inventory-edits.ts';
import { adminQueryDefaults } from '../../../api/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { PriceRulePreview } from './price-rule-preview.tsx';

const KINDS: Readonly<Record<PriceRule['kind'], { label: string; field: string; hint: string; start: string }>> = {
  percent: {
    label: 'Markup as a share of the base price',
    field: 'Percent of the base price',
    hint: 'Replaces the markup. 0 to 1,000.',
    start: '35',
  },
  dollars: {
    label: 'The same markup in dollars',
    field: 'Markup in dollars',
    hint: 'Replaces the markup. 0 to 100,000.',
    start: '15',
  },
  raise: {
    label: 'Raise or lower final prices',
    field: "Percent of today's price",
    hint: '-50 to 1,000. Use a minus to lower prices.',
    start: '10',
  },
};

const ROUNDINGS: Readonly<Record<PriceRule['rounding'], string>> = {
  none: 'Round up to the dollar',
  nine: 'Round up to a price ending in 9',
  five: 'Round up to a multiple of 5',
};

/** Milliseconds without typing before the preview loads again. */
const DEBOUNCE_MS = 250;

interface PriceRuleDialogProps {
  ids: number[];
  open: boolean;
  onClose: () => void;
}

/** The dialog for these items; null closes it. */
export const PriceRuleFor = ({ ids, onClose }: { ids: number[] | null; onClose: () => void }) => {
  const shown = useLastShown(ids);
  return shown && <PriceRuleDialog ids={shown} open={ids !== null} onClose={onClose} />;
};

/** Sets many prices by a rule, and shows first what that does (behavior 9.16). */
const PriceRuleDialog = ({ ids, open, onClose }: PriceRuleDialogProps) => {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<PriceRule['kind']>('percent');
  const [typed, setTyped] = useState(KINDS.percent.start);
  const [rounding, setRounding] = useState<PriceRule['rounding']>('none');
  const value = typedNumber(typed);
  const problem = priceRuleProblem({ kind, value });
  const rule: PriceRuleInput = { kind, value, rounding };
  const settled = useSettled(JSON.stringify(rule));
  const isSettled = settled === JSON.stringify(rule);

  const answer = useQuery({
    queryKey: ['admin', 'inventory-preview', ids, settled],
    queryFn: ({ signal }) => previewPriceRule(ids, JSON.parse(settled) as PriceRuleInput, signal),
    enabled: open && problem === null && isSettled,
    placeholderData: keepPreviousData,
    ...adminQueryDefaults,
    gcTime: 0,
  });
  const failure = useFailure(answer);
  const preview = problem === null ? answer.data : undefined;
  const isCurrent = isSettled && !answer.isPlaceholderData && !answer.isFetching;

  const [actionKey] = useState(createActionKey);
  const apply = useMutation({
    mutationFn: () => actionKey.send(JSON.stringify([ids, rule]), (key) => applyPriceRule(ids, rule, key)),
    onSuccess: ({ message, changeId }) => {
      onClose();
      const [title, ...rest] = message.split('. ');
      savedToast(
        queryClient,
        { title: title!.replace(/\.$/, ''), description: rest.join('. ') || undefined },
        changeId,
      );
      void showChange(queryClient, changeId);
    },
    onError: (error) => errorToast(failureMessage('Failed to apply the price rule', error)),
  });
  const press = useOneAtATime(apply.mutateAsync);
  const canApply = open && preview !== undefined && preview.changed > 0 && isCurrent;
  const submit = () => {
    if (canApply && hasToken()) press();
  };

  return (
    <Dialog
      open={open}
      onClose={() => !apply.isPending && onClose()}
      title="Price rule"
      aside={counted(ids.length)}
      phone="sheet"
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={onClose} disabled={apply.isPending}>
            Cancel
          </Button>
          <Button variant="primary" busy={apply.isPending} disabled={!canApply} onClick={submit}>
            <span>
              <span className="sr-only">Apply: </span>
              {preview && isCurrent && preview.changed > 0
                ? `Change ${counted(preview.changed, 'price')}`
                : 'Change prices'}
            </span>
          </Button>
        </div>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-x-3 gap-y-4 sm:grid-cols-2"
      >
        <Select
          label="Rule"
          className="sm:col-span-2"
          value={kind}
          onChange={({ target }) => {
            const next = target.value as PriceRule['kind'];
            setKind(next);
            setTyped(KINDS[next].start);
          }}
          options={Object.entries(KINDS).map(([each, { label }]) => ({ value: each, label }))}
        />
        <Field
          label={KINDS[kind].field}
          hint={problem === null ? KINDS[kind].hint : undefined}
          error={problem ?? undefined}
        >
          {(ties) => <NumberInput {...ties} data-autofocus className={controlClass} value={typed} onType={setTyped} />}
        </Field>
        <Select
          label="Final price"
          value={rounding}
          onChange={({ target }) => setRounding(target.value as PriceRule['rounding'])}
          options={PRICE_ROUNDINGS.map((each) => ({ value: each, label: ROUNDINGS[each] }))}
        />
        {/* Enter in the number field applies the rule. */}
        <button type="submit" hidden />
      </form>
      <PriceRulePreview preview={preview} failure={problem === null ? failure : null} isCurrent={isCurrent} />
    </Dialog>
  );
};

/** The value once it has not changed for a moment. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
