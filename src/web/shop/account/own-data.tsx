import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { passwordOnly } from '#contract/account-forms.ts';
import { deleteAccount, exportData } from '#contract/users.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { balanceQuery } from '../../api/queries/points.ts';
import { forgetMember } from '../../api/queries/users.ts';
import { paths, redirectTo } from '../../browser/paths.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { carryToast, toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { CurrentPasswordField, HiddenUsername } from './account-fields.tsx';

const FAILED = 'Your data could not be fetched.';

/** Downloads the member's data, or deletes the account (behavior 3.9). */
export const OwnData = () => {
  const [isDownloading, setDownloading] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    if (returns > 0) deleteButton.current?.focus();
  }, [returns]);
  const askAgain = () => {
    setDialogOpen(true);
    setReturns((count) => count + 1);
  };

  const save = async () => {
    setDownloading(true);
    try {
      saveFile('my-data.json', await download(exportData, { fallback: FAILED }));
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, FAILED), kind: 'error' });
      if (error instanceof ApiError)
        void error.afterLogin?.then((repeated) => saveFile('my-data.json', repeated!.data as Blob));
    } finally {
      setDownloading(false);
    }
  };

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p className="text-sm text-muted">Everything we hold about you, in one file (JSON).</p>
        <Button busy={isDownloading} onClick={() => void save()} className="self-start">
          {!isDownloading && <Download aria-hidden className="size-4.5" />}
          Download my data
        </Button>
      </div>
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">
          Deleting your account can't be undone. We'll show you what you'd lose first.
        </p>
        <Button onClick={() => setDialogOpen(true)} className="self-start text-danger-text!">
          <Trash2 aria-hidden className="size-4.5" />
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        button={deleteButton}
        onReturn={askAgain}
      />
    </div>
  );
};

interface DeletingProps {
  button: RefObject<HTMLButtonElement | null>;
  /** Called when somebody has logged in again whose deletion was refused for that. */
  onReturn: () => void;
}

const DeleteAccountDialog = ({
  open,
  onClose,
  ...deleting
}: DeletingProps & { open: boolean; onClose: () => void }) => {
  const { username } = useMember();
  return (
    <Dialog open={open} onClose={onClose} size="sm" phone="sheet" title={`Delete the account ${username}?`}>
      <DeleteAccountForm onKeep={onClose} {...deleting} />
    </Dialog>
  );
};

/** Says what is lost and asks for the password. */
const DeleteAccountForm = ({ onKeep, button, onReturn }: DeletingProps & { onKeep: () => void }) => {
  const { username } = useMember();
  const queryClient = useQueryClient();
  const { data: points } = useQuery(balanceQuery);
  const { submit, field, isBusy, failure } = useEndpointForm(deleteAccount, {
    schema: passwordOnly,
    defaultValues: { password: '' },
    fallback: 'The account could not be deleted.',
    errorFields: { wrong_current_password: 'password' },
    leavesPage: true,
    onFailure: (error, form) => {
      if (error instanceof ApiError) {
        void error.afterLogin?.then(() => {
          form.clearErrors();
          onReturn();
        });
      }
      return undefined;
    },
    onDone: async () => {
      await forgetMember();
      queryClient.clear();
      carryToast({ title: 'Account deleted', description: `${username} is no longer a member.`, kind: 'success' });
      redirectTo(paths.home);
    },
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <p className="text-text">You would permanently lose:</p>
        <ul className="mt-1 list-disc pl-5 text-muted">
          <li>your name, e-mail and Telegram name</li>
          <li>
            your points
            {points && points.balance > 0 && <strong className="text-text">: {points.balance.toLocaleString()}</strong>}
          </li>
          <li>your cart, and your view of your receipts</li>
          <li>every session, this one included</li>
        </ul>
        <p className="mt-3 text-sm text-muted">
          Receipts stay with the shop without your name. If an order is still on its way, wait until it has arrived.
        </p>
      </div>
      <HiddenUsername username={username} />
      <CurrentPasswordField label="Password" {...field('password')} />
      <FormFailure text={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onKeep}>Keep my account</Button>
        <Button ref={button} type="submit" variant="danger" busy={isBusy}>
          Delete my account
        </Button>
      </div>
    </form>
  );
};
