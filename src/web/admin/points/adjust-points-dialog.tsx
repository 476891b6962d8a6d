import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import * as z from 'zod/mini';
import { grantPoints } from '#contract/points.admin.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { formatPoints } from '#domain/points.ts';
import { foldName } from '#domain/typed-text.ts';
import { NO_RESPONSE } from '../../api/client.ts';
import { adjustPoints, type PointsAdjustment } from '../../api/queries/points.admin.ts';
import { membersLikeQuery } from '../../api/queries/users.admin.ts';
import { beforeLeaving } from '../../browser/paths.ts';
import { randomKey } from '../../browser/random-key.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { LeaveQuestion } from '../../shared/leave-question.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { failureToast } from '../action-toasts.ts';
import { useDebounced } from '../lists/search-field.tsx';
import { useMay } from '../panel-role.ts';

const WHOLE = 'Enter a whole number of points, 1 or more';
const MAX_POINTS = 1_000_000;
const MAX_REASON = 200;

/** Direction and number are separate fields, so that nobody grants a negative number by mistake. */
export const pointsForm = z.object({
  direction: z.enum(['grant', 'deduct']),
  username: z.string().check(z.trim(), z.minLength(1, 'Enter a username')),
  points: z.string().check(
    z.overwrite(plainNumber),
    z.regex(/^\d{1,7}$/, WHOLE),
    z.refine((text) => Number(text) >= 1, WHOLE),
    z.refine((text) => Number(text) <= MAX_POINTS, `At most ${MAX_POINTS.toLocaleString('en')} points at once`),
  ),
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a reason. The member will see it.'), z.maxLength(MAX_REASON)),
});
type PointsForm = z.infer<typeof pointsForm>;

/** The number to send: negative if points are deducted. */
export const pointsToSend = ({ direction, points }: Pick<PointsForm, 'direction' | 'points'>): number =>
  direction === 'grant' ? Number(points) : -Number(points);

const takenBack = (reason: string): string => `Taken back: ${reason}`.slice(0, MAX_REASON);

const newBalance = (balance: number): string => `New balance: ${formatPoints(balance)}.`;

/** Makes the opposite entry. The ledger keeps both. */
const takeBack = async (queryClient: QueryClient, opposite: PointsAdjustment): Promise<void> => {
  try {
    const { balance } = await adjustPoints(queryClient, opposite, randomKey());
    toast({ title: 'The points were taken back', description: newBalance(balance), kind: 'success' });
  } catch (error) {
    failureToast(error, NO_RESPONSE);
  }
};

interface AdjustPointsDialogProps {
  open: boolean;
  onClose: () => void;
  /** Fills in the member, if known. */
  username?: string;
}

/** Grants a member points, or deducts some, with a reason (behavior 8.3). */
export const AdjustPointsDialog = ({ open, onClose, username = '' }: AdjustPointsDialogProps) => (
  <Dialog open={open} onClose={() => beforeLeaving('', onClose)} size="sm" phone="sheet" title="Adjust points">
    <AdjustPointsForm key={username} username={username} onDone={onClose} />
  </Dialog>
);

const nowhere = () => false;

/** The members whose names have the typed text, with their balances, for roles that see members. */
const useMembersLike = (typed: string) => {
  const maySee = useMay('members.read');
  const q = useDebounced(typed);
  return useQuery({ ...membersLikeQuery(q), enabled: maySee && q.length >= 2 }).data ?? [];
};

const AdjustPointsForm = ({ username, onDone }: { username: string; onDone: () => void }) => {
  const queryClient = useQueryClient();
  const { form, submit, isBusy, field, failure } = useEndpointForm(grantPoints, {
    schema: pointsForm,
    defaultValues: { direction: 'grant', username, points: '', reason: '' },
    send: ({ direction, points, ...entry }, key) =>
      adjustPoints(queryClient, { ...entry, points: pointsToSend({ direction, points }) }, key),
    onDone: ({ message, balance }, _form, { username: name, reason, ...adjusted }) => {
      const opposite = { username: name, points: -pointsToSend(adjusted), reason: takenBack(reason) };
      toast({
        title: message,
        description: newBalance(balance),
        kind: 'success',
        action: { label: 'Undo', onSelect: () => void takeBack(queryClient, opposite) },
      });
      onDone();
    },
    fallback: NO_RESPONSE,
    errorFields: { not_found: 'username', not_enough_points: 'points' },
  });
  const direction = form.watch('direction');
  const typedName = form.watch('username').trim();
  const members = useMembersLike(typedName);
  const member = members.find((each) => foldName(each.username) === foldName(typedName));
  const likely = members.length === 1 && typedName !== '' ? members[0] : undefined;
  const listId = useId();

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <RadioCards
        label="Grant or deduct"
        value={direction}
        onChange={(chosen) => form.setValue('direction', chosen)}
        options={[
          { value: 'grant', title: 'Grant' },
          { value: 'deduct', title: 'Deduct' },
        ]}
      />
      <datalist id={listId}>
        {members.map(({ id, username: name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <TextField
        label="Username"
        list={listId}
        autoComplete="off"
        verbatim
        hint={
          member
            ? `Balance: ${formatPoints(member.points)}`
            : likely && `${likely.username}: ${formatPoints(likely.points)}`
        }
        data-autofocus={username === '' ? true : undefined}
        {...field('username')}
      />
      <TextField
        label="Points"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus={username === '' ? undefined : true}
        {...field('points')}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={MAX_REASON}
        hint="The member will see this."
        {...field('reason')}
      />
      <LeaveQuestion
        unsaved={form.isDirty && !form.isSubmitSuccessful ? ['Points'] : []}
        isHere={nowhere}
        onLeave={form.reset}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {direction === 'grant' ? 'Grant points' : 'Deduct points'}
      </Button>
    </form>
  );
};
