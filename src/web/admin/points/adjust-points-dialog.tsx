import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { grantPoints } from '#contract/points.admin.ts';
import type { AdminUser } from '#contract/users.admin.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { formatPoints } from '#domain/points.ts';
import { foldName } from '#domain/typed-text.ts';
import { ApiError, NO_RESPONSE } from '../../api/client.ts';
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

interface FoundMembersProps {
  members: readonly Pick<AdminUser, 'id' | 'username' | 'points'>[];
  onChoose: (username: string) => void;
}

/** The members that a part of a name finds, to choose one. The arrow keys go through them, and back to the field. */
const FoundMembers = ({ members, onChoose }: FoundMembersProps) => (
  <ul aria-label="Members found" className="-mt-1 overflow-hidden rounded-control border border-edge">
    {members.map(({ id, username, points }) => (
      <li key={id} className="border-t border-line first:border-t-0">
        <button
          type="button"
          onClick={() => onChoose(username)}
          onKeyDown={(event) => {
            const { key, currentTarget } = event;
            const { parentElement: row, form } = currentTarget;
            if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
            event.preventDefault();
            const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
            const field = form?.elements.namedItem('username');
            if (next) next.querySelector('button')?.focus();
            else if (key === 'ArrowUp' && field instanceof HTMLElement) field.focus();
          }}
          className="flex min-h-11 w-full items-center justify-between gap-3 px-3 text-left text-sm hover:bg-raised focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 truncate font-medium text-text">{username}</span>
          <span className="shrink-0 text-muted">{formatPoints(points)}</span>
        </button>
      </li>
    ))}
  </ul>
);

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
    onFailure: (error) =>
      error instanceof ApiError && error.code === 'not_found' && found.length > 0
        ? { message: `Choose ${found.length === 1 ? found[0]!.username : 'one of them'}` }
        : undefined,
  });
  const direction = form.watch('direction');
  const typedName = form.watch('username').trim();
  const members = useMembersLike(typedName);
  const member = members.find((each) => foldName(each.username) === foldName(typedName));
  const found: FoundMembersProps['members'] = member || typedName === '' ? [] : members;
  const choose = (name: string) => {
    form.setValue('username', name);
    form.clearErrors();
    form.select('points');
  };

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
      <TextField
        label="Username"
        autoComplete="off"
        verbatim
        hint={member && `Balance: ${formatPoints(member.points)}`}
        below={found.length > 0 && <FoundMembers members={found} onChoose={choose} />}
        onKeyDown={(event) => {
          const first = event.key === 'ArrowDown' && event.currentTarget.form?.querySelector<HTMLElement>('li button');
          if (!first) return;
          event.preventDefault();
          first.focus();
        }}
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
