import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { putUser, type UserUpdate, updateAnyUser } from '../../api/queries/users.admin.ts';
import { toast } from '../../ui/toast.ts';
import { failureToast } from '../action-toasts.ts';

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

/** Changes one account (behavior 3.7). */
export const useUserUpdates = (user: AdminUser, onChanged: (user: AdminUser) => void): UserUpdates => {
  const queryClient = useQueryClient();
  const [updating, setUpdating] = useState<Subject | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const show = (changed: AdminUser) => {
    putUser(queryClient, changed);
    onChanged(changed);
  };
  /** Also works once the drawer is closed, so a failure has a message of its own. */
  const undo = async (before: UserUpdate) => {
    try {
      show(await updateAnyUser(user.id, before));
      toast({ title: 'The change was taken back', kind: 'success' });
    } catch (error) {
      failureToast(error, 'Failed to update the user');
    }
  };
  const update: UserUpdates['update'] = async (subject, wanted, done, before) => {
    setUpdating(subject);
    setRefusal(null);
    try {
      show(await updateAnyUser(user.id, wanted));
      toast({
        title: done,
        kind: 'success',
        ...(before && { action: { label: 'Undo', onSelect: () => void undo(before) } }),
      });
      return true;
    } catch (error) {
      if (!isUnconfirmed(error)) setRefusal({ subject, text: messageOf(error, 'Failed to update the user') });
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
