import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { CSV_CALLS } from '#contract/exports.ts';
import type { Task } from '#contract/tasks.ts';
import { type ExportList, exportedList } from '#domain/tasks.ts';
import { counted } from '#domain/text.ts';
import { isRunning, reloadTasks, retryPicturesOf } from '../../api/queries/tasks.ts';
import { formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { toast } from '../../ui/toast.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { failureToast, undoChange } from '../action-toasts.ts';
import { saveExport } from '../exports/running-exports.ts';
import { useMay } from '../panel-role.ts';

const STATES: Record<Task['state'], { tone: Tone; name: string }> = {
  running: { tone: 'accent', name: 'Running' },
  done: { tone: 'good', name: 'Done' },
  failed: { tone: 'danger', name: 'Failed' },
};

/** One task: how far it is, or how it ended. */
export const TaskRow = ({ task }: { task: Task }) => {
  const { id, kind, label, state, done, total, message, changeId, by, startedAt, finishedAt } = task;
  const mayUndo = useMay('inventory.write');
  const list = exportedList(kind);
  const at = (time: string) => formatRecentTime(Date.parse(time), shopNow());
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 first:pt-0 last:border-b-0">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 font-medium break-words text-text">{label}</p>
        <Badge tone={STATES[state].tone} className="shrink-0">
          {STATES[state].name}
        </Badge>
      </div>
      {isRunning(task) && (
        <ProgressBar
          label={label}
          progress={done !== null && total !== null ? { done, total } : null}
          waiting="Working on it"
        />
      )}
      {message && <TaskMessage label={label} message={message} />}
      <div className="flex min-h-6 flex-wrap items-center gap-x-3">
        <p className="min-w-0 flex-1 text-sm text-muted">
          {by}, {finishedAt ? at(finishedAt) : `since ${at(startedAt)}`}
        </p>
        {task.failedPictures !== undefined && mayUndo && <RetryPictures task={task} />}
        {changeId !== null && mayUndo && <UndoTask label={label} changeId={changeId} />}
        {list && state === 'done' && <DownloadOf id={id} list={list} />}
      </div>
    </li>
  );
};

const LINES_AT_FIRST = 3;

/** The message of a task. A long list, such as pictures that failed, is folded. */
const TaskMessage = ({ label, message }: { label: string; message: string }) => {
  const [showsAll, setAll] = useState(false);
  const lines = message.split('\n');
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="text-sm break-words whitespace-pre-line text-text">
        {(showsAll ? lines : lines.slice(0, LINES_AT_FIRST)).join('\n')}
      </p>
      {lines.length > LINES_AT_FIRST && (
        <ShowAll title={label} count={lines.length - 1} showsAll={showsAll} onToggle={() => setAll(!showsAll)} />
      )}
    </div>
  );
};

/** Fetches the pictures again that could not be fetched. */
const RetryPictures = ({ task: { id, label, failedPictures = 0 } }: { task: Task }) => {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryPicturesOf(id),
    onSuccess: ({ message }) => toast({ title: message, kind: 'success' }),
    onError: (error) => failureToast(error, 'Failed to try again'),
    onSettled: () => reloadTasks(queryClient),
  });
  const press = useOneAtATime(retry.mutateAsync);
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={retry.isPending}
      onClick={() => press()}
      aria-label={`Try again: ${counted(failedPictures, 'picture')} of ${label}`}
      className="-my-1.5"
    >
      {!retry.isPending && <RotateCw aria-hidden className="size-4" />}
      Try again
    </Button>
  );
};

const UndoTask = ({ label, changeId }: { label: string; changeId: number }) => {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoChange(queryClient, changeId),
    onSettled: () => reloadTasks(queryClient),
  });
  const press = useOneAtATime(undo.mutateAsync);
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={undo.isPending}
      onClick={() => press()}
      aria-label={`Undo: ${label}`}
      className="-my-1.5"
    >
      {!undo.isPending && <Undo2 aria-hidden className="size-4" />}
      Undo
    </Button>
  );
};

/** The file of an export, for users who may still export the list. */
const DownloadOf = ({ id, list }: { id: string; list: ExportList }) => {
  const mayExport = useMay(CSV_CALLS[list].access);
  const download = useMutation({ mutationFn: () => saveExport(id, list) });
  if (!mayExport) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={download.isPending}
      onClick={() => download.mutate()}
      aria-label={`Download ${list}.csv`}
      className="-my-1.5"
    >
      {!download.isPending && <Download aria-hidden className="size-4" />}
      Download
    </Button>
  );
};
