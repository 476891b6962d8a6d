import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { itemName } from '#domain/panel-item.ts';
import { messageOf } from '../../../api/client.ts';
import { putItem } from '../../../api/queries/inventory.ts';
import { uploadLabFile } from '../../../api/queries/inventory-edits.ts';
import { editItem } from '../../../api/queries/inventory-items.ts';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { failureToast, hasToken, savedToast } from '../../action-toasts.ts';
import { ACCEPTED } from './picture-file.ts';

const ACCEPTED_FILES = `application/pdf,${ACCEPTED}`;
const TOO_LARGE = 'This file is larger than 15 MB. Please choose a smaller one.';

type Edited = Awaited<ReturnType<typeof editItem>>;

/** The file of a lab result: opened, uploaded, or removed. Each is a change of its own with Undo (behavior 9.19). */
export const LabFile = ({ item }: { item: AdminItem }) => {
  const queryClient = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const showDone = ({ message, item: stored, changeId }: Edited) => {
    putItem(queryClient, stored);
    savedToast(queryClient, { title: message, description: itemName(item) }, changeId);
  };
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadLabFile(queryClient, item.id, file, { onProgress: () => {}, signal: new AbortController().signal }),
    onSuccess: showDone,
    onError: (error) => setProblem(messageOf(error, "Couldn't upload the lab file")),
  });
  const remove = useMutation({
    mutationFn: () => editItem(queryClient, item.id, { lab: { ...item.lab, url: null }, expected: { lab: item.lab } }),
    onSuccess: showDone,
    onError: (error) => failureToast(error, "Couldn't remove the lab file"),
  });
  const start = (file: File | undefined) => {
    if (!file || upload.isPending || !hasToken()) return;
    setProblem(file.size > PICTURE_MAX_BYTES ? TOO_LARGE : null);
    if (file.size <= PICTURE_MAX_BYTES) upload.mutate(file);
  };
  const hasFile = item.lab?.url !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FileInput ref={chooser} accept={ACCEPTED_FILES} aria-label="Lab file" onFiles={([file]) => start(file)} />
      <Button size="sm" busy={upload.isPending} onClick={() => chooser.current?.click()}>
        {!upload.isPending && <FileUp aria-hidden className="size-4" />}
        {hasFile ? 'Replace the lab file' : 'Upload the lab file'}
      </Button>
      {hasFile && (
        <Button size="sm" variant="ghost" busy={remove.isPending} onClick={() => hasToken() && remove.mutate()}>
          {!remove.isPending && <Trash2 aria-hidden className="size-4" />}
          Remove the file
        </Button>
      )}
      <p role="alert" className="basis-full text-sm text-danger-text empty:hidden">
        {problem}
      </p>
    </div>
  );
};

/** The lab file of an item that does not exist yet. It is uploaded with the pictures. */
export const NewLabFile = ({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) => {
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const isTooLarge = chosen.size > PICTURE_MAX_BYTES;
    setProblem(isTooLarge ? TOO_LARGE : null);
    if (!isTooLarge) onChoose(chosen);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FileInput ref={chooser} accept={ACCEPTED_FILES} aria-label="Lab file" onFiles={([chosen]) => take(chosen)} />
      <Button size="sm" onClick={() => chooser.current?.click()}>
        <FileUp aria-hidden className="size-4" />
        {file ? 'Another lab file' : 'Choose the lab file'}
      </Button>
      {file && (
        <>
          <span className="min-w-0 truncate text-sm text-text">{file.name}</span>
          <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
            <Trash2 aria-hidden className="size-4" />
            Remove the file
          </Button>
        </>
      )}
      <p role="alert" className="basis-full text-sm text-danger-text empty:hidden">
        {problem}
      </p>
    </div>
  );
};
