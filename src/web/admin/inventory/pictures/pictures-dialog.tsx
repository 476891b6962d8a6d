import { CircleCheck, ImageOff, ImageUp, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { counted } from '#domain/text.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ACCEPTED, useDroppedFiles } from '../item/picture-file.ts';
import { itemsLike } from './match-files.ts';
import { type PlannedFile, sharedItems } from './picture-plan.ts';
import type { PictureFiles } from './use-picture-files.ts';

/** Says how many of the files are not stored yet. */
export const picturesText = ({ plan }: PictureFiles): string => {
  const left = plan.filter(({ state }) => state !== 'stored').length;
  return left > 0 ? `Pictures (${left})` : 'Pictures';
};

interface PicturesDialogProps {
  open: boolean;
  onClose: () => void;
  files: PictureFiles;
  items: readonly AdminItem[];
}

/** Picture files, their items and what happens with them, before anything is stored (behavior 9.19). */
export const PicturesDialog = ({ open, onClose, files, items }: PicturesDialogProps) => {
  const { plan, isBusy, add } = files;
  const { isOver, drop } = useDroppedFiles((dropped) => void add(dropped));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pictures by file name"
      size="lg"
      phone="full"
      footer={plan.length > 0 && <Presses {...{ files, onClose }} />}
    >
      <div
        className={cx('flex flex-col gap-4 rounded-card', isOver && 'outline-2 outline-accent')}
        {...(!isBusy && drop)}
      >
        {plan.length === 0 ? (
          <Empty onFiles={add} />
        ) : (
          <>
            <Remarks plan={plan} />
            <FileTable {...{ files, items }} />
          </>
        )}
      </div>
    </Dialog>
  );
};

const Empty = ({ onFiles }: { onFiles: (files: Iterable<File>) => void }) => (
  <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-edge px-4 py-10 text-center">
    <ImageUp aria-hidden className="size-8 text-muted" />
    <p className="max-w-md text-text">Drop pictures here. Each goes to the item whose name or id its file has.</p>
    <p className="max-w-md text-sm text-muted">
      “Harvest Moon.jpg” or “c12.jpg”. Several pictures of one item end with a number: “c12-1.jpg”, “c12-2.jpg”. You see
      every match before anything is stored.
    </p>
    <ChooseFiles variant="primary" onFiles={onFiles}>
      Choose pictures
    </ChooseFiles>
  </div>
);

interface ChooseFilesProps {
  onFiles: (files: Iterable<File>) => void;
  variant?: 'primary' | 'ghost';
  disabled?: boolean;
  children: ReactNode;
}

const ChooseFiles = ({ onFiles, variant = 'ghost', disabled, children }: ChooseFilesProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={chooser} multiple accept={ACCEPTED} aria-label="Picture files" onFiles={onFiles} />
      <Button variant={variant} disabled={disabled} onClick={() => chooser.current?.click()}>
        <ImageUp aria-hidden className="size-4.5" />
        {children}
      </Button>
    </>
  );
};

/** Remarks on several files together, which no single line makes. */
const Remarks = ({ plan }: { plan: readonly PlannedFile[] }) => {
  const shared = sharedItems(plan);
  const asking = plan.filter(({ asks, item }) => asks && item === null).length;
  return (
    <>
      {shared.map(({ item, files }) => (
        <Notice key={item.id} tone="notice">
          {files} files are for {itemName(item)}. All of them are stored, in the order of their names.
        </Notice>
      ))}
      {asking > 0 && (
        <Notice tone="warning">
          {asking === 1
            ? '1 file has no item yet. Type a name or an id, or it is left out.'
            : `${asking} files have no item yet. Type a name or an id, or they are left out.`}
        </Notice>
      )}
    </>
  );
};

const Presses = ({ files, onClose }: { files: PictureFiles; onClose: () => void }) => {
  const { plan, isBusy, add, send, clear } = files;
  const stored = plan.filter(({ state }) => state === 'stored').length;
  const failed = plan.filter(({ state }) => state === 'failed').length;
  const left = plan.filter(({ isSent }) => isSent).length;
  const isDone = left === 0 && stored > 0;
  const close = () => {
    if (isDone) clear();
    onClose();
  };
  return (
    <div className="flex flex-col gap-3">
      {isBusy && <ProgressBar label="Upload" progress={{ done: stored, total: stored + left }} waiting="Uploading…" />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="min-w-0 flex-1 text-sm text-muted max-sm:basis-full">
          {isBusy ? 'Uploading…' : resultText(stored, failed)}
        </p>
        {!isDone && (
          <ChooseFiles onFiles={(chosen) => void add(chosen)} disabled={isBusy}>
            More pictures
          </ChooseFiles>
        )}
        {isDone ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <Button variant="primary" busy={isBusy} disabled={left === 0} onClick={() => void send()}>
            {failed > 0 ? `Try ${counted(left, 'picture')} again` : `Store ${counted(left, 'picture')}`}
          </Button>
        )}
      </div>
    </div>
  );
};

const resultText = (stored: number, failed: number): string => {
  if (stored === 0 && failed === 0) return '';
  const done = `${counted(stored, 'picture')} stored`;
  return failed === 0 ? `${done}.` : `${done}, ${failed} not. Nothing is lost: the files are still here.`;
};

const FileTable = ({ files, items }: { files: PictureFiles; items: readonly AdminItem[] }) => (
  <Table aria-label="Picture files" className="max-sm:[&_td]:block max-sm:[&_tr]:block">
    <thead className="max-sm:sr-only">
      <tr>
        <HeadCell className="w-20">Picture</HeadCell>
        <HeadCell>File</HeadCell>
        <HeadCell>Item</HeadCell>
        <HeadCell>What happens</HeadCell>
        <HeadCell className="w-12">
          <span className="sr-only">Leave out</span>
        </HeadCell>
      </tr>
    </thead>
    <tbody>
      {files.plan.map((line) => (
        <FileRow key={line.key} line={line} files={files} items={items} />
      ))}
    </tbody>
  </Table>
);

interface FileRowProps {
  line: PlannedFile;
  files: PictureFiles;
  items: readonly AdminItem[];
}

const cell = 'border-b border-line px-3 py-2 align-middle max-sm:border-0 max-sm:py-0.5';

const FileRow = ({ line, files: { isBusy, change, leaveOut }, items }: FileRowProps) => {
  const { key, file, address, item, asks, state, problem } = line;
  return (
    <tr className="max-sm:relative max-sm:min-h-24 max-sm:border-b max-sm:border-line max-sm:py-3 max-sm:pr-11 max-sm:pl-18">
      <td className={cx(cell, 'max-sm:absolute max-sm:top-3 max-sm:left-0 max-sm:px-0')}>
        {problem === null ? (
          <img src={address} alt="" className="size-14 rounded-control bg-well object-cover" />
        ) : (
          <span className="flex size-14 items-center justify-center rounded-control bg-well text-muted">
            <ImageOff aria-hidden className="size-5" />
          </span>
        )}
      </td>
      <td className={cx(cell, 'max-w-56 font-medium break-words text-text max-sm:max-w-none max-sm:px-0')}>
        {file.name}
      </td>
      <td className={cx(cell, 'sm:min-w-48 max-sm:px-0')}>
        {asks && state !== 'sending' ? (
          <ItemField
            line={line}
            items={items}
            disabled={isBusy}
            onType={(typed) => change(key, { typed, failure: null })}
          />
        ) : (
          item && <ItemName item={item} />
        )}
      </td>
      <td className={cx(cell, 'sm:min-w-40 max-sm:px-0')}>
        <Outcome line={line} />
      </td>
      <td className={cx(cell, 'max-sm:absolute max-sm:top-1 max-sm:right-0 max-sm:px-0')}>
        {state !== 'stored' && (
          <IconButton label={`Leave out ${file.name}`} disabled={isBusy} onClick={() => leaveOut(key)}>
            <X aria-hidden />
          </IconButton>
        )}
      </td>
    </tr>
  );
};

const ItemName = ({ item }: { item: AdminItem }) => (
  <span className="flex flex-col">
    <span className="break-words text-text">{itemName(item)}</span>
    <span className="text-xs break-all text-muted">{item.externalId}</span>
  </span>
);

/** So many items are offered while a name is typed. */
const OFFERED = 20;

interface ItemFieldProps {
  line: PlannedFile;
  items: readonly AdminItem[];
  disabled: boolean;
  onType: (text: string) => void;
}

const ItemField = ({ line: { file, typed, item }, items, disabled, onType }: ItemFieldProps) => {
  const id = useId();
  return (
    <>
      <TextField
        label={`Item of ${file.name}`}
        hideLabel
        placeholder="Name or id"
        autoComplete="off"
        list={id}
        disabled={disabled}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        below={item && <ItemName item={item} />}
      />
      <datalist id={id}>
        {itemsLike(items, typed, OFFERED).map((each) => (
          <option key={each.id} value={each.externalId}>
            {itemName(each)}
          </option>
        ))}
      </datalist>
    </>
  );
};

const Outcome = ({ line: { state, says, failure, isSent } }: { line: PlannedFile }) => {
  if (state === 'sending') {
    return (
      <span className="flex items-center gap-2 text-text">
        <Spinner className="size-4" />
        Uploading…
      </span>
    );
  }
  if (state === 'stored') {
    return (
      <span className="flex items-center gap-2 text-good-text">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        Stored
      </span>
    );
  }
  if (failure !== null) return <span className="break-words text-danger-text">{failure}</span>;
  return <span className={isSent ? 'text-muted' : 'text-warning-text'}>{says}</span>;
};
