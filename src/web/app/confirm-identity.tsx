import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../api/client.ts';
import { useLastShown } from '../ui/use-last-shown.ts';
import type { ConfirmDialog, Question } from './confirm-dialog.tsx';

/** Its own chunk: most visits never see it. */
const loadDialog = () => import('./confirm-dialog.tsx');

type Shown = Question & { Dialog: typeof ConfirmDialog };

/**
 * Asks for a proof of identity when a call needs one (behavior 3.18), over the current page. The call waits and goes on
 * by itself.
 */
export const ConfirmIdentity = () => {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const last = useLastShown(shown);

  useEffect(() => {
    return onConfirmationNeeded(async (proof) => {
      const { ConfirmDialog: Dialog, hasPasskeyHere } = await loadDialog();
      const withPasskey = await hasPasskeyHere(queryClient);
      return new Promise<boolean>((resolve) => {
        const settle = (confirmed: boolean) => {
          setShown(null);
          resolve(confirmed);
        };
        setShown({ Dialog, withPasskey, proof, settle });
      });
    });
  }, [queryClient]);

  return last && <last.Dialog question={last} open={shown !== null} />;
};
