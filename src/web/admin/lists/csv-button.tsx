import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

interface CsvButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  /** What is exported, such as "receipts". The file is named after it. */
  noun: string;
  download: () => Promise<Blob>;
}

/** Saves a list as a CSV file (behavior 2.8). */
export const CsvButton = ({ noun, download, ...look }: CsvButtonProps) => {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${noun.replaceAll(' ', '-')}.csv`, await download());
    } catch (error) {
      if (isUnconfirmed(error)) return;
      toast({ title: 'Error', description: messageOf(error, `Failed to export the ${noun}`), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...look} busy={isBusy} onClick={() => void save()}>
      {!isBusy && <Download aria-hidden className="size-4.5" />}
      Export CSV
    </Button>
  );
};
