import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RatesInUse } from '#contract/rates.ts';
import { COIN_NAMES, COINS } from '#domain/quotes.ts';
import { isUnconfirmed, messageOf } from '../../../api/client.ts';
import { acceptWaitingRates, reloadRates } from '../../../api/queries/settings.admin.ts';
import { Button } from '../../../ui/button.tsx';
import { FormFailure, Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { changePercent, changeText } from '../../overview/overview-text.ts';
import { useMay } from '../../panel-role.ts';

/** The rates of RATE_URL that wait for a person, and for an owner the button that accepts them (behavior 7.15). */
export const WaitingRates = ({
  rates,
  waiting,
}: {
  rates: RatesInUse;
  waiting: NonNullable<RatesInUse['waiting']>;
}) => {
  const queryClient = useQueryClient();
  const mayWrite = useMay('settings.write');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => acceptWaitingRates(waiting),
    onSuccess: () => toast({ title: 'Rates accepted', kind: 'success' }),
    // Other rates may wait by now.
    onSettled: () => reloadRates(queryClient),
  });
  const failure = error && !isUnconfirmed(error) ? messageOf(error, 'Failed to accept the rates') : null;
  return (
    <section aria-label="Rates that wait" className="flex flex-col gap-3">
      <Notice>New rates wait for you, because they moved far. Check them elsewhere before you accept them.</Notice>
      <dl className="flex flex-col gap-2">
        {COINS.filter((coin) => waiting[coin] !== null).map((coin) => (
          <div key={coin} className="flex flex-wrap justify-between gap-x-6">
            <dt className="text-muted">{COIN_NAMES[coin]}</dt>
            <dd className="font-semibold text-text">{moveText(rates[coin], waiting[coin]!)}</dd>
          </div>
        ))}
      </dl>
      <FormFailure text={failure} />
      {mayWrite && (
        <Button variant="primary" busy={isPending} onClick={() => mutate()} className="self-start">
          Accept
        </Button>
      )}
    </section>
  );
};

/** "$65000 → $78001, up 20%". The old rate is not shown once it is too old to be used. */
const moveText = (before: string | null, after: string): string => {
  if (before === null) return `none → $${after}`;
  const percent = changePercent(after, before);
  return `$${before} → $${after}${percent === null ? '' : `, ${changeText(percent)}`}`;
};
