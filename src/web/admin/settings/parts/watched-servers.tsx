import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import type { Setting } from '#contract/settings.admin.ts';
import type { WatchedCoin } from '#contract/watching.ts';
import { COIN_NAMES } from '#domain/quotes.ts';
import { settingsQuery } from '../../../api/queries/settings.admin.ts';
import { watchingQuery } from '../../../api/queries/watching.ts';
import { formatRecentTime } from '../../../browser/dates.ts';
import { shopNow } from '../../../browser/shop-clock.ts';
import { Notice } from '../../../ui/notice.tsx';

const timeOf = (at: string): string => formatRecentTime(Date.parse(at), shopNow());

/** Says in each coin whether the shop sees payments, a line for each server (behavior 7.28). */
export const WatchedServers = () => {
  const { data: coins = [] } = useQuery(watchingQuery);
  const { data: { settings = [] } = {} } = useQuery(settingsQuery);
  const keyOf = ({ coin }: WatchedCoin) => settings.find(({ name }) => name === `${coin}_XPUB`);
  return coins.map((coin) => <Watched key={coin.coin} watched={coin} accountKey={keyOf(coin)} />);
};

/** Why the shop has not looked yet: only orders with an address of their own can be watched. */
const beforeFirstLook = (accountKey: Setting | undefined): string => {
  if (accountKey?.pending) return 'not watching yet. The account key above still waits.';
  if (!accountKey?.isSet) return 'not watching. Set an account key first: it gives each order an address of its own.';
  return 'the shop looks as soon as an order has an address of its own.';
};

interface WatchedProps {
  watched: WatchedCoin;
  accountKey: Setting | undefined;
}

const Watched = ({ watched: { coin, lookedAt, unseenSince, servers }, accountKey }: WatchedProps) => (
  <div className="flex flex-col gap-2 text-sm">
    {unseenSince && (
      <Notice tone="warning" title={`${COIN_NAMES[coin]} payments cannot be seen since ${timeOf(unseenSince)}`}>
        Payments still arrive in your wallet, and count once a server answers. Until then, look in your wallet.
      </Notice>
    )}
    {!unseenSince && (
      <p className="text-muted">
        {COIN_NAMES[coin]}: {lookedAt ? `last looked ${timeOf(lookedAt)}.` : beforeFirstLook(accountKey)}
      </p>
    )}
    {servers.length > 0 && (
      <ul aria-label={`${COIN_NAMES[coin]} servers`} className="flex flex-col gap-1.5">
        {servers.map((server) => (
          <Server key={server.host} {...server} />
        ))}
      </ul>
    )}
  </div>
);

/** Without the code of the system, which says nothing to a seller. */
const plain = (failure: string): string => failure.replace(/ \([A-Z_]+\)$/, '');

const Server = ({ host, failure, since }: WatchedCoin['servers'][number]) => {
  const Icon = failure === null ? CircleCheck : CircleX;
  return (
    <li className={`flex items-start gap-1.5 ${failure === null ? 'text-good-text' : 'text-danger-text'}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {host}:{' '}
        {failure === null ? 'answers' : `does not answer${since ? ` since ${timeOf(since)}` : ''}. ${plain(failure)}.`}
      </span>
    </li>
  );
};
