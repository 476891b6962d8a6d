import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { COIN_NAMES, type Coin, neededGapLimit, USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import { counted } from '#domain/text.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { goOnAtIndex, settingsQuery } from '../../api/queries/settings.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Where an account key goes on, and the way to a higher index for a key that was used elsewhere (behavior 7.27).
 * `from` is the time at which a key that waits comes into force.
 */
export const NextIndex = ({ coin, from }: { coin: Coin; from: string | null }) => {
  const { data } = useQuery(settingsQuery);
  const next = data?.nextIndexes.find((each) => each.coin === coin)?.index;
  const [isOpen, setOpen] = useState(false);
  if (next === undefined) return null;
  return (
    <div className="flex flex-col items-start gap-2 text-sm text-muted">
      <p>
        {from ? `From ${formatDateTime(from)} on, the` : 'The'} next order gets the{' '}
        {next === 0 ? 'first address of the key' : `address with index ${next.toLocaleString('en-US')}`}.
      </p>
      {isOpen ? (
        <HigherIndex
          coin={coin}
          next={next}
          run={data?.unusedAddresses.find((each) => each.coin === coin)?.run ?? 0}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          Start at a higher index
        </Button>
      )}
    </div>
  );
};

interface HigherIndexProps {
  coin: Coin;
  next: number;
  /** The longest run of unused addresses. */
  run: number;
  onClose: () => void;
}

const HigherIndex = ({ coin, next, run, onClose }: HigherIndexProps) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const index = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isHigher = index > next;
  const left = index - next;
  const save = useMutation({
    mutationFn: () => goOnAtIndex(queryClient, coin, index),
    onSuccess: () => {
      toast({ title: `${COIN_NAMES[coin]} goes on at index ${index.toLocaleString('en-US')}`, kind: 'success' });
      onClose();
    },
    onError: () => setAsking(false),
  });
  const ask = () => {
    save.reset();
    setTried(true);
    if (isHigher) setAsking(true);
  };
  const refusal = save.error && !isUnconfirmed(save.error) ? messageOf(save.error, 'Failed to set the index') : null;
  const problem = isTried && !isHigher ? `This must be a whole number above ${next}.` : refusal;
  return (
    <div className="flex w-full flex-col gap-2">
      <TextField
        label="Next index"
        hint="Needed if another shop or a lost database gave out addresses of this key: how many there were, and some more. It only goes up."
        error={problem ?? undefined}
        isShort
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // The form around it saves settings.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          ask();
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={save.isPending} onClick={ask}>
          Set next index
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Go on at index ${index}?`}
        confirmLabel={`Leave out ${counted(left, 'address', 'addresses')}`}
        busy={save.isPending}
        onConfirm={() => save.mutate()}
      >
        No order gets the addresses with index {next} to {index - 1}. There is no way back.
        {run + left > USUAL_GAP_LIMIT &&
          ` Set the gap limit of your ${COIN_NAMES[coin]} wallet to ${neededGapLimit(run + left)} first, or it misses payments.`}
      </ConfirmDialog>
    </div>
  );
};
