import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Saves what the list finds, all pages of it, as a file for a spreadsheet. */
export const CsvButton = ({ name, fetchFile }: { name: string; fetchFile: () => Promise<Blob> }) => {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${name}.csv`, await fetchFile());
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, `Failed to export the ${name}`), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void save()}>
      {!isBusy && <Download aria-hidden className="size-4.5" />}
      Export CSV
    </Button>
  );
};
