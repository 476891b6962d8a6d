import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../api/client.ts';
import { canUsePasskeys, passkeysQuery } from '../api/queries/passkeys.ts';
import { shopQuery } from '../api/queries/settings.ts';
import { useLastShown } from '../ui/use-last-shown.ts';

/** Its own chunk: most visits never see it. */
const loadDialog = () => import('./confirm-dialog.tsx');

export interface Question {
  /** The user has a passkey that can be used here. */
  withPasskey: boolean;
  /** Called with false if the person cancels. */
  settle: (confirmed: boolean) => void;
}

type Shown = Question & { Dialog: ComponentType<{ question: Question; open: boolean }> };

/**
 * Asks who is at the page when a call needs to know (behavior 3.18), over what the person was doing. The call waits and
 * goes on by itself.
 */
export const ConfirmIdentity = () => {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const last = useLastShown(shown);

  useEffect(() => {
    /** If that cannot be found out, the password is enough. */
    const hasPasskey = async (): Promise<boolean> => {
      try {
        if (!canUsePasskeys(await queryClient.ensureQueryData(shopQuery))) return false;
        return (await queryClient.fetchQuery({ ...passkeysQuery, retry: false })).length > 0;
      } catch {
        return false;
      }
    };
    return onConfirmationNeeded(async () => {
      const [{ ConfirmDialog }, withPasskey] = await Promise.all([loadDialog(), hasPasskey()]);
      return new Promise<boolean>((resolve) => {
        const settle = (confirmed: boolean) => {
          setShown(null);
          resolve(confirmed);
        };
        setShown({ Dialog: ConfirmDialog, withPasskey, settle });
      });
    });
  }, [queryClient]);

  return last && <last.Dialog question={last} open={shown !== null} />;
};
