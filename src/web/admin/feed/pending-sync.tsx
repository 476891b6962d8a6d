import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { PendingSync as Pending } from '#contract/feed.ts';
import { counted } from '#domain/text.ts';
import { ApiError } from '../../api/client.ts';
import {
  applyWaitingSync,
  pendingSyncQuery,
  refuseWaitingSync,
  syncStatusKey,
  syncStatusQuery,
} from '../../api/queries/feed.ts';
import { showChange } from '../../api/queries/inventory.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken, savedToast } from '../action-toasts.ts';
import { formatCounts } from '../changes/plan-labels.ts';
import { PlanRows, PlanWarnings } from '../changes/plan-rows.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { leftOutText } from './left-out-rows.tsx';

/** The two decisions about the sync that waits. Only one of them can be under way. */
const useDecisions = (onDone: () => void) => {
  const queryClient = useQueryClient();
  const settle = (pending: Pending | null) => {
    queryClient.setQueryData(pendingSyncQuery.queryKey, pending);
    void queryClient.invalidateQueries({ queryKey: syncStatusKey });
  };
  const apply = useMutation({
    mutationFn: applyWaitingSync,
    onSuccess: ({ message, changeId }) => {
      onDone();
      settle(null);
      savedToast(queryClient, { title: message }, changeId);
      void showChange(queryClient, changeId);
    },
    onError: (error) => {
      // The fresh plan takes the place of the one that was shown, and waits for another look.
      if (error instanceof ApiError && error.code === 'plan_moved') settle(error.body.pending as Pending);
      else void queryClient.invalidateQueries({ queryKey: syncStatusKey });
      errorToast(failureMessage('Failed to apply the sync', error));
    },
  });
  const refuse = useMutation({
    mutationFn: refuseWaitingSync,
    onSuccess: ({ message }) => {
      onDone();
      settle(null);
      toast({ title: message, description: 'It comes back only if the prices of the feed change again.' });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: syncStatusKey });
      errorToast(failureMessage('Failed to refuse the sync', error));
    },
  });
  const decide = useOneAtATime((planHash: string | null) =>
    planHash === null ? refuse.mutateAsync() : apply.mutateAsync(planHash),
  );
  return {
    apply: (planHash: string) => hasToken() && decide(planHash),
    refuse: () => hasToken() && decide(null),
    isApplying: apply.isPending,
    isRefusing: refuse.isPending,
  };
};

const OPEN = 'open';

interface PendingSyncProps {
  pending: Pending;
  mayWrite: boolean;
  /** In the line of the folded card, with as much of the reason as fits. */
  isLine?: boolean;
}

/**
 * The sync that waits for a decision (behavior 9.17): why, what it would change, Apply and Refuse. It covers other messages
 * of the card, so that the list below stays where it is. A role that only reads can look at the plan.
 */
export const PendingSync = ({ pending, mayWrite, isLine = false }: PendingSyncProps) => {
  const [, change] = useAddressValues(['plan']);
  const decisions = useDecisions(() => change({ plan: '' }));
  return (
    <section
      aria-label="Sync waiting for you"
      className={cx(
        'flex text-sm',
        isLine
          ? 'relative items-center gap-3'
          : 'min-h-full flex-col justify-between gap-2 rounded-control border border-warning/40 bg-warning-wash px-3.5 py-2.5',
      )}
    >
      <p className={cx(isLine && 'min-w-0 flex-1 truncate')}>
        <span className={cx('font-semibold text-warning-text', !isLine && 'block')}>
          Sync waiting for you · {formatCounts(pending.counts)}
        </span>{' '}
        <span className={cx('text-text', !isLine && 'mt-0.5 line-clamp-3 sm:line-clamp-2')}>{pending.reason}</span>
      </p>
      <div className={cx('flex items-center gap-2', isLine ? 'shrink-0' : 'flex-wrap')}>
        {mayWrite && <DecisionButtons {...decisions} planHash={pending.planHash} size="sm" />}
        <Button size="sm" variant="ghost" onClick={() => change({ plan: OPEN })} className="text-text">
          <ListChecks aria-hidden className="size-4" />
          Show plan
        </Button>
      </div>
    </section>
  );
};

/** The plan of the sync that waits, opened by the address `plan=open`, such as the link of Needs you. */
export const WaitingPlan = ({ mayWrite }: { mayWrite: boolean }) => {
  const { data: pending = null } = useQuery(pendingSyncQuery);
  const [{ plan }, change] = useAddressValues(['plan']);
  const close = () => change({ plan: '' });
  const decisions = useDecisions(close);
  return (
    <PlanDialog
      pending={plan === OPEN ? pending : null}
      onClose={close}
      buttons={(planHash) => mayWrite && <DecisionButtons {...decisions} planHash={planHash} size="md" />}
    />
  );
};

const DecisionButtons = ({
  planHash,
  size,
  apply,
  refuse,
  isApplying,
  isRefusing,
}: ReturnType<typeof useDecisions> & { planHash: string; size: 'sm' | 'md' }) => (
  <>
    <Button size={size} variant="primary" busy={isApplying} disabled={isRefusing} onClick={() => apply(planHash)}>
      Apply
    </Button>
    <Button size={size} busy={isRefusing} disabled={isApplying} onClick={refuse}>
      Refuse
    </Button>
  </>
);

/** The whole plan. It follows the sync that waits while it is open. */
const PlanDialog = ({
  pending,
  onClose,
  buttons,
}: {
  pending: Pending | null;
  onClose: () => void;
  buttons: (planHash: string) => React.ReactNode;
}) => {
  const shown = useLastShown(pending);
  const { data: status } = useQuery(syncStatusQuery);
  const leftOut = status?.rows ?? [];
  if (!shown) return null;
  const { counts, rows, reason, warnings, at, by, planHash } = shown;
  const total = counts.added + counts.changed + counts.removed;
  return (
    <Dialog
      open={pending !== null}
      onClose={onClose}
      parameter="plan"
      title="Plan of the waiting sync"
      aside={formatCounts(counts)}
      size="lg"
      phone="full"
      footer={<div className="flex flex-row-reverse flex-wrap gap-2">{buttons(planHash)}</div>}
    >
      <Notice tone="warning" title={reason}>
        Read from the feed {formatDateTime(at)}, {by === 'system' ? 'automatically' : `by ${by}`}. The shop stays as it
        is until you decide.
      </Notice>
      <PlanWarnings
        title={leftOutText(leftOut)}
        warnings={leftOut.map(({ id, message }) => (id === null ? message : `${id}: ${message}`))}
        className="mt-3"
      />
      <PlanWarnings title={counted(warnings.length, 'warning')} warnings={warnings} className="mt-3" />
      {rows.length > 0 && (
        <section className="mt-4">
          <h3 className="text-sm font-semibold text-muted">
            {rows.length < total
              ? `The first ${rows.length} of ${total.toLocaleString('en-US')} rows, largest price moves first`
              : 'Every row that changes, largest price moves first'}
          </h3>
          <PlanRows rows={rows} />
        </section>
      )}
    </Dialog>
  );
};
