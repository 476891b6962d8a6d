import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../action-toasts.ts';

interface CsvButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  /** The name of the exported list, such as "receipts". The file is named after it. */
  noun: string;
  download: () => Promise<Blob>;
  label?: string;
}

/** Saves a list as a CSV file (behavior 2.8). */
export const CsvButton = ({ noun, download, label = 'Export CSV', ...look }: CsvButtonProps) => {
  const save = useMutation({
    mutationFn: async () => saveFile(`${noun.replaceAll(' ', '-')}.csv`, await download()),
    onError: (error) => failureToast(error, `Failed to export the ${noun}`),
  });
  return (
    <Button {...look} busy={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden className="size-4.5" />}
      {label}
    </Button>
  );
};
