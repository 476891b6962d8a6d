import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import * as z from 'zod/mini';
import { type RatesInUse, setRates } from '#contract/rates.ts';
import { COIN_NAMES, COINS, isRate } from '#domain/quotes.ts';
import { useFailure } from '../../api/failure.ts';
import { RATES_FAILED, ratesQuery, reloadRates } from '../../api/queries/settings.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { FormFailure, Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { DrawerButton, type DrawerState } from '../lists/drawer-button.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';
import { WaitingRates } from './waiting-rates.tsx';

/** Opens the rates of coins (behavior 7.15). */
export const RatesButton = (drawer: DrawerState) => (
  <DrawerButton {...drawer} icon={<Coins aria-hidden className="size-4.5" />} label="Rates" title="Rates of coins">
    <Rates />
  </DrawerButton>
);

/** Shows the rates, and lets an owner set them unless they come from RATE_URL. */
const Rates = () => {
  const query = useQuery(ratesQuery);
  const failure = useFailure(query);
  const mayWrite = useMay('settings.write');
  const rates = query.data;
  if (!rates) return failure ? <ListFailure {...failure} failed={RATES_FAILED} /> : <SkeletonText lines={4} />;
  const isByHand = rates.source === 'manual';
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-muted">
        New orders show their amount in every coin that has a rate.{' '}
        {isByHand ? 'Without one, members see only the address.' : 'The rates are read from RATE_URL every 5 minutes.'}
      </p>
      {rates.waiting && <WaitingRates rates={rates} waiting={rates.waiting} />}
      {isByHand && mayWrite ? <RatesForm rates={rates} /> : <RatesList rates={rates} />}
      <p className="text-sm text-muted">{ageText(rates)}</p>
      <MissingWallets rates={rates} />
    </div>
  );
};

const ageText = ({ at, source, BTC, LTC }: RatesInUse): string => {
  if (at === null) return source === 'url' ? 'RATE_URL has not sent any rates yet.' : 'No rate was set yet.';
  const isUnused = source === 'url' && BTC === null && LTC === null;
  return `${source === 'url' ? 'Last read' : 'Set'} ${formatDateTime(at)}.${isUnused ? ' That is too long ago to use them, or they could not be understood.' : ''}`;
};

/** A rate without a wallet makes no quotes. */
const MissingWallets = ({ rates }: { rates: RatesInUse }) => {
  const { btcAddress, ltcAddress } = useShop();
  const addresses = { BTC: btcAddress, LTC: ltcAddress };
  const missing = COINS.filter((coin) => rates[coin] !== null && addresses[coin] === null);
  if (missing.length === 0) return null;
  return (
    <Notice>
      Members cannot pay in {missing.map((coin) => COIN_NAMES[coin]).join(' and ')} yet: set{' '}
      {missing.map((coin) => `${coin}_ADDRESS`).join(' and ')}.
    </Notice>
  );
};

const RatesList = ({ rates }: { rates: RatesInUse }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
    {COINS.map((coin) => (
      <div key={coin} className="contents">
        <dt className="text-muted">{COIN_NAMES[coin]}</dt>
        <dd className="text-right font-semibold text-text">{rates[coin] === null ? 'None' : `$${rates[coin]}`}</dd>
      </div>
    ))}
  </dl>
);

const rate = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || isRate(text), 'Enter dollars per coin, such as 65000.00'),
);
const ratesForm = z.object({ BTC: rate, LTC: rate });

const RatesForm = ({ rates }: { rates: RatesInUse }) => {
  const queryClient = useQueryClient();
  const { submit, isBusy, field, failure } = useEndpointForm(setRates, {
    schema: ratesForm,
    values: { BTC: rates.BTC ?? '', LTC: rates.LTC ?? '' },
    toInput: ({ BTC, LTC }) => ({ BTC: BTC || null, LTC: LTC || null }),
    onDone: () => {
      toast({ title: 'Rates saved', kind: 'success' });
      reloadRates(queryClient);
    },
    fallback: 'Failed to save the rates',
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {COINS.map((coin) => (
        <TextField
          key={coin}
          label={`Dollars per ${COIN_NAMES[coin]}`}
          aside="optional"
          inputMode="decimal"
          autoComplete="off"
          placeholder={coin === 'BTC' ? '65000.00' : '80.00'}
          {...field(coin)}
        />
      ))}
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={isBusy} className="self-start">
        Save rates
      </Button>
    </form>
  );
};
