import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { putUser, type UserUpdate, updateAnyUser } from '../../api/queries/users.admin.ts';
import { toast } from '../../ui/toast.ts';
import { failureToast } from '../action-toasts.ts';

const FAILED = 'Failed to update the user';

/** The subject of a change: the part of the drawer that makes it. */
type Subject = 'memberType' | 'verification' | 'role' | 'status';

/** A change that the shop refused, for example for the last owner. It stays on the screen until the next one. */
export interface Refusal {
  subject: Subject;
  text: string;
}

/** The changes of one account: the one under way, and the last refusal. */
export interface UserUpdates {
  /** Makes a change and shows the result, with Undo if `before` says how it was. Returns whether it was made. */
  update: (subject: Subject, wanted: UserUpdate, done: string, before?: UserUpdate) => Promise<boolean>;
  /** Returns if the button of a subject shows that it is busy, or waits for another one. */
  buttonState: (subject: Subject) => { busy: boolean; disabled: boolean };
  refusalOf: (subject: Subject) => Refusal | null;
}

interface UserChange {
  wanted: UserUpdate;
  /** What the toast says. */
  done: string;
  /** How it was, for Undo. */
  before?: UserUpdate | undefined;
}

/** Makes a change of an account and shows it, with Undo if `before` says how it was. @throws what the call throws */
const makeChange = async (
  queryClient: QueryClient,
  id: string,
  { wanted, done, before }: UserChange,
  onChanged?: (user: AdminUser) => void,
): Promise<void> => {
  const show = (changed: AdminUser) => {
    putUser(queryClient, changed);
    onChanged?.(changed);
  };
  /** Also works once the drawer is closed, so a failure has a message of its own. */
  const undo = async (wantedAgain: UserUpdate) => {
    try {
      show(await updateAnyUser(id, wantedAgain));
      toast({ title: 'The change was taken back', kind: 'success' });
    } catch (error) {
      failureToast(error, FAILED);
    }
  };
  show(await updateAnyUser(id, wanted));
  toast({
    title: done,
    kind: 'success',
    ...(before && { action: { label: 'Undo', onSelect: () => void undo(before) } }),
  });
};

/** Verifies a member with one press, without a last day. */
export const useVerify = (user: AdminUser) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      makeChange(queryClient, user.id, {
        wanted: { verified: true, verifiedUntil: null },
        done: `${user.username} is verified`,
        before: verificationOf(user),
      }),
    onError: (error) => failureToast(error, FAILED),
  });
  return { verify: () => mutate(), isVerifying: isPending };
};

/** The verification of a user, to go back to it. */
export const verificationOf = ({ verified, verifiedUntil }: AdminUser): UserUpdate => ({ verified, verifiedUntil });

/** Changes one account (behavior 3.7). */
export const useUserUpdates = (user: AdminUser, onChanged: (user: AdminUser) => void): UserUpdates => {
  const queryClient = useQueryClient();
  const [updating, setUpdating] = useState<Subject | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const update: UserUpdates['update'] = async (subject, wanted, done, before) => {
    setUpdating(subject);
    setRefusal(null);
    try {
      await makeChange(queryClient, user.id, { wanted, done, before }, onChanged);
      return true;
    } catch (error) {
      if (!isUnconfirmed(error)) setRefusal({ subject, text: messageOf(error, FAILED) });
      return false;
    } finally {
      setUpdating(null);
    }
  };
  return {
    update,
    buttonState: (subject) => ({ busy: updating === subject, disabled: updating !== null && updating !== subject }),
    refusalOf: (subject) => (refusal?.subject === subject ? refusal : null),
  };
};
