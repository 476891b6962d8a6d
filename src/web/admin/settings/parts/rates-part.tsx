import { useQuery } from '@tanstack/react-query';
import type { RatesInUse } from '#contract/rates.ts';
import { COIN_NAMES, COINS } from '#domain/quotes.ts';
import { useFailure } from '../../../api/failure.ts';
import { RATES_FAILED, ratesQuery } from '../../../api/queries/settings.admin.ts';
import { usePaidCoins } from '../../../api/queries/settings.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { SkeletonText } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { PlainField } from './plain-field.tsx';
import { WaitingRates } from './waiting-rates.tsx';

/** The exchange rates in use. They can be typed by those who may, unless the shop reads them (behavior 7.15). */
export const RatesPart = ({ readOnly = false }: { readOnly?: boolean }) => {
  const query = useQuery(ratesQuery);
  const failure = useFailure(query);
  const rates = query.data;
  if (!rates) return failure ? <ListFailure {...failure} failed={RATES_FAILED} /> : <SkeletonText lines={4} />;
  const isByHand = rates.source === 'manual';
  return (
    <>
      <p className="text-sm text-muted">
        New orders show their amount in every coin that has a rate.{' '}
        {isByHand ? 'Without one, members see only the address.' : 'The rates are read every 5 minutes.'}{' '}
        {ageText(rates)}
      </p>
      {rates.waiting && <WaitingRates rates={rates} waiting={rates.waiting} />}
      {isByHand && !readOnly ? (
        COINS.map((coin) => (
          <PlainField
            key={coin}
            name={`rates.${coin}`}
            hint={`What one ${COIN_NAMES[coin]} costs now. Without it, orders show no amount in ${COIN_NAMES[coin]}.`}
          />
        ))
      ) : (
        <RatesList rates={rates} />
      )}
    </>
  );
};

const ageText = ({ at, source, BTC, LTC }: RatesInUse): string => {
  if (at === null) return source === 'url' ? 'None have come yet.' : '';
  const isUnused = source === 'url' && BTC === null && LTC === null;
  return `${source === 'url' ? 'Last read' : 'Set'} ${formatDateTime(at)}.${isUnused ? ' That is too long ago to use them, or they could not be understood.' : ''}`;
};

/** Says in which coins nobody can pay: those with a rate but no wallet, or all. */
export const MissingWallets = () => {
  const { data: rates } = useQuery(ratesQuery);
  const paid = usePaidCoins();
  const missing = COINS.filter((coin) => !paid.includes(coin) && (paid.length === 0 || rates?.[coin]));
  if (missing.length === 0) return null;
  const names = missing.map((coin) => COIN_NAMES[coin]).join(' or ');
  return <Notice>Members cannot pay in {names} yet: there is no address.</Notice>;
};

const RatesList = ({ rates }: { rates: RatesInUse }) => (
  <dl className="grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-2">
    {COINS.map((coin) => (
      <div key={coin} className="contents">
        <dt className="text-muted">{COIN_NAMES[coin]}</dt>
        <dd className="text-right font-semibold text-text">{rates[coin] === null ? 'None' : `$${rates[coin]}`}</dd>
      </div>
    ))}
  </dl>
);
