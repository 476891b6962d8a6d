import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { messageOf } from '../../api/client.ts';
import { changeUser, putUser } from '../../api/queries/users.admin.ts';
import { toast } from '../../ui/toast.ts';

type Change = Parameters<typeof changeUser>[1];

/** Changes an account and tells what came of it; a refusal such as the last admin's stays to be read. */
export const useChangeUser = (user: AdminUser, onChanged: (user: AdminUser) => void) => {
  const queryClient = useQueryClient();
  const [changing, setChanging] = useState<keyof Change | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const change = async (field: keyof Change, wanted: Change, done: string): Promise<boolean> => {
    setChanging(field);
    setRefusal(null);
    try {
      const changed = await changeUser(user.id, wanted);
      putUser(queryClient, changed);
      onChanged(changed);
      toast({ title: done, kind: 'success' });
      return true;
    } catch (error) {
      setRefusal(messageOf(error, 'Failed to update the user'));
      return false;
    } finally {
      setChanging(null);
    }
  };
  return { change, changing, refusal };
};
