import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { downloadOwnData } from '../../api/queries/users.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** What belongs to the member: to take along, or to be deleted. */
export const OwnData = () => {
  const [isFetching, setFetching] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const save = async () => {
    setFetching(true);
    try {
      saveFile('my-data.json', await downloadOwnData());
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, 'Your data could not be fetched.'), kind: 'error' });
    } finally {
      setFetching(false);
    }
  };

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p className="text-sm text-muted">All the shop holds about you, as one file (JSON).</p>
        <Button busy={isFetching} onClick={() => void save()} className="self-start">
          {!isFetching && <Download aria-hidden className="size-4.5" />}
          Download my data
        </Button>
      </div>
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        <p className="text-sm text-muted">Deleting your account cannot be undone. You are told first what is lost.</p>
        <Button onClick={() => setAsking(true)} className="self-start text-danger-text!">
          <Trash2 aria-hidden className="size-4.5" />
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog open={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
};
