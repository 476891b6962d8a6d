import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type getPurchaseLimits, setPurchaseLimits } from '#contract/purchase-limits.ts';
import { NO_LIMITS, parseLimits } from '#domain/purchase-limits-parser.ts';
import { useFailure } from '../../api/failure.ts';
import { LIMITS_FAILED, purchaseLimitsQuery, reloadPurchaseLimits } from '../../api/queries/settings.admin.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { DrawerButton, type DrawerState } from '../lists/drawer-button.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';
import { LimitsPreview } from './limits-preview.tsx';

type Limits = OutputOf<typeof getPurchaseLimits>;

const SOURCES: Record<Limits['source'], string> = {
  panel: 'They were set here, and win over the setting PURCHASE_LIMITS.',
  setting: 'They come from the setting PURCHASE_LIMITS.',
};

/** Opens the purchase limits (behavior 6.11). */
export const LimitsButton = (drawer: DrawerState) => (
  <DrawerButton {...drawer} icon={<Gauge aria-hidden className="size-4.5" />} label="Purchase limits" wide>
    <PurchaseLimits />
  </DrawerButton>
);

/** Shows the limits, and lets an owner write others with a preview. */
const PurchaseLimits = () => {
  const query = useQuery(purchaseLimitsQuery);
  const failure = useFailure(query);
  const mayWrite = useMay('settings.write');
  const limits = query.data;
  if (!limits) return failure ? <ListFailure {...failure} failed={LIMITS_FAILED} /> : <SkeletonText lines={4} />;
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-muted">
        How much each member may order in a period. Canceled and expired receipts don't count.{' '}
        {(limits.rules.length > 0 || limits.source === 'panel') && SOURCES[limits.source]}
      </p>
      {mayWrite ? <LimitsForm limits={limits} /> : <LimitsPreview parsed={parseLimits(limits.text)} />}
    </div>
  );
};

const LimitsForm = ({ limits }: { limits: Limits }) => {
  const queryClient = useQueryClient();
  const { form, submit, isBusy, field, failure } = useEndpointForm(setPurchaseLimits, {
    defaultValues: { text: limits.text },
    errorFields: { invalid_input: 'text' },
    onDone: (saved, { reset }) => {
      reset({ text: saved.text });
      toast({ title: 'Purchase limits saved', kind: 'success' });
      reloadPurchaseLimits(queryClient);
    },
    fallback: 'Failed to save the purchase limits',
  });
  const text = form.watch('text');
  const returns = text.trim() === '' && limits.source === 'panel';
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        label="Limits"
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        boxClassName="font-mono text-sm"
        placeholder="flower=28g/1d; edible=800mg/3d"
        data-autofocus
        {...field('text')}
      />
      <section aria-label="Preview" aria-live="polite" className="rounded-card border border-line bg-well p-4">
        {returns ? (
          <p className="text-sm text-muted">Empty: the setting PURCHASE_LIMITS applies again.</p>
        ) : (
          <LimitsPreview parsed={parseLimits(text)} />
        )}
      </section>
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={isBusy} className="self-start">
        Save limits
      </Button>
      <HowToWrite />
    </form>
  );
};

const HowToWrite = () => (
  <section className="flex flex-col gap-2 text-sm text-muted">
    <h3 className="text-base font-semibold text-text">How to write them</h3>
    <p>
      Each rule is a kind, an amount and a window, such as <Code>flower=28g/1d</Code>. Rules are separated by{' '}
      <Code>;</Code>
    </p>
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      <li>
        Kinds: <Code>flower</Code> (also pre-rolls), <Code>concentrate</Code>, <Code>vape</Code>, <Code>edible</Code>{' '}
        (also munchies), <Code>topical</Code>, <Code>any</Code>
      </li>
      <li>
        Units: <Code>g</Code>, <Code>mg</Code>, <Code>pcs</Code> for pieces
      </li>
      <li>
        Windows: hours such as <Code>12h</Code> or days such as <Code>3d</Code>, counted back from the order
      </li>
      <li>
        <Code>?3.5g</Code> after a rule is the amount that counts for a product if its own is unknown. Without it, such
        a product can't be ordered.
      </li>
      <li>
        <Code>{NO_LIMITS}</Code> means no limits. Leave it empty to return to the setting.
      </li>
    </ul>
  </section>
);

const Code = ({ children }: { children: string }) => (
  <code className="rounded-control bg-well px-1 font-mono text-text">{children}</code>
);
