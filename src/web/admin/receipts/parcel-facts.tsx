import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AdminReceipt, moveReceipt, receiptChange } from '#contract/receipts.admin.ts';
import { NO_RESPONSE } from '../../api/client.ts';
import { updateReceipt } from '../../api/queries/receipts.admin.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import type { StandardSchema } from '../../shared/form-state.ts';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

const FIELDS = ['tracking', 'panelNote'] as const;
type Facts = Record<(typeof FIELDS)[number], string>;

const factsOf = ({ tracking, panelNote }: AdminReceipt): Facts => ({
  tracking: tracking ?? '',
  panelNote: panelNote ?? '',
});

interface ParcelFactsProps {
  receipt: AdminReceipt;
  hasTracking: boolean;
  /** The tracking that was typed for the step to shipped. */
  typed: string;
}

/** The tracking, which a step to shipped asks for first, and a note that only the panel shows (behavior 7.10). */
export const ParcelFacts = ({ receipt, hasTracking, typed: typedBefore }: ParcelFactsProps) => {
  const queryClient = useQueryClient();
  const stored = factsOf(receipt);
  const { form, submit, field, failure, isBusy } = useEndpointForm<typeof moveReceipt, Facts, Facts, AdminReceipt>(
    moveReceipt,
    {
      // Facts are only the texts of it.
      schema: receiptChange as unknown as StandardSchema<Facts, Facts>,
      values: stored,
      // Fields that somebody else has changed in between stay as they are.
      send: (typed) =>
        updateReceipt(
          queryClient,
          receipt.id,
          Object.fromEntries(FIELDS.filter((name) => typed[name] !== stored[name]).map((name) => [name, typed[name]])),
        ),
      onDone: (saved, { reset }) => {
        reset(factsOf(saved));
        toast({ title: `Receipt #${receipt.number} is saved`, kind: 'success' });
      },
      fallback: NO_RESPONSE,
    },
  );
  // Somebody else was faster to ship it: what was typed is not lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the step
  useEffect(() => {
    if (hasTracking && stored.tracking === '') form.setValue('tracking', typedBefore);
  }, [hasTracking]);
  const typed = form.getValues();
  const isTyped = (name: keyof Facts) => (typed[name] ?? '').trim() !== stored[name];
  const isChanged = FIELDS.some(isTyped);
  useUnsaved('Tracking of the parcel', isTyped('tracking'));
  useUnsaved('Private note', isTyped('panelNote'));
  return (
    <form
      aria-label={hasTracking ? 'Parcel and note' : 'For the panel only'}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-3"
    >
      {hasTracking && (
        <TextField
          label="Tracking"
          hint="The member sees it."
          verbatim
          maxLength={200}
          autoComplete="off"
          {...field('tracking')}
        />
      )}
      <TextArea
        label="Private note"
        hint="Only the panel shows it."
        rows={2}
        boxClassName="min-h-16"
        maxLength={2000}
        {...field('panelNote')}
      />
      <FormFailure text={failure} />
      <Button type="submit" busy={isBusy} disabled={!isChanged} className="self-start">
        Save
      </Button>
    </form>
  );
};
