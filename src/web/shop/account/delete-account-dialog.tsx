import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/client.ts';
import { forgetMember } from '../../api/offline/forget-member.ts';
import { balanceQuery } from '../../api/queries/points.ts';
import { deleteOwnAccount } from '../../api/queries/users.ts';
import { paths, redirectTo } from '../../browser/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { carryToast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { FormFailure } from './form-parts.tsx';

/** Names what is lost and asks for the password; then the account is gone (issue: members). */
export const DeleteAccountDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { username } = useMember();
  return (
    <Dialog open={open} onClose={onClose} size="sm" phone="sheet" title={`Delete the account ${username}?`}>
      <DeleteAccountForm onKeep={onClose} />
    </Dialog>
  );
};

const DeleteAccountForm = ({ onKeep }: { onKeep: () => void }) => {
  const { username } = useMember();
  const queryClient = useQueryClient();
  const { data: points } = useQuery(balanceQuery);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const deleteIt = async (event: FormEvent) => {
    event.preventDefault();
    setWrong(undefined);
    setFailure(undefined);
    if (password === '') return setWrong('Password is required');
    setBusy(true);
    try {
      await deleteOwnAccount(password);
    } catch (error) {
      const said = messageOf(error, 'The account could not be deleted.');
      if (error instanceof ApiError && error.code === 'wrong_current_password') setWrong(said);
      else setFailure(said);
      return setBusy(false);
    }
    await forgetMember();
    queryClient.clear();
    carryToast({ title: 'Account deleted', description: `${username} is no longer a member.`, kind: 'success' });
    redirectTo(paths.home);
  };

  return (
    <form noValidate onSubmit={deleteIt} className="flex flex-col gap-4">
      <div>
        <p className="text-text">This is lost for good:</p>
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
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wrong}
      />
      <FormFailure text={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onKeep}>Keep my account</Button>
        <Button type="submit" variant="danger" busy={isBusy}>
          Delete my account
        </Button>
      </div>
    </form>
  );
};
