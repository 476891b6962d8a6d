import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Task } from '#contract/tasks.ts';
import { formatCount } from '#domain/text.ts';
import type { ExportOrder } from '../../api/queries/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { exportList, useRunningExport } from './running-exports.ts';

/** With fewer rows an export is over before anybody could read a figure. */
const MANY_ROWS = 1000;

/** Exports a list as a CSV file and shows how far it is (behavior 10.30). It keeps its size. */
export const ExportButton = ({ order }: { order: ExportOrder }) => {
  const queryClient = useQueryClient();
  const { isBusy, task } = useRunningExport(order.kind);
  const progress = progressOf(task);
  const figures = progress && `${formatCount(progress.done)} of ${formatCount(progress.total)}`;
  return (
    <Button
      busy={isBusy}
      onClick={() => void exportList(queryClient, order)}
      aria-label={figures ? `Export CSV: ${figures} rows` : undefined}
      className="relative overflow-hidden"
    >
      {/* As large as the spinner. */}
      {!isBusy && <Download aria-hidden className="size-5" />}
      Export CSV
      {progress && (
        <span aria-hidden className="absolute inset-0 flex items-center justify-center bg-raised text-sm tabular-nums">
          {figures}
          <span
            style={{ width: `${(100 * progress.done) / progress.total}%` }}
            className="absolute bottom-0 left-0 h-1 bg-accent transition-[width] duration-300"
          />
        </span>
      )}
    </Button>
  );
};

const progressOf = (task: Task | undefined): { done: number; total: number } | null => {
  if (!task || task.done === null || task.total === null || task.total < MANY_ROWS) return null;
  return { done: task.done, total: task.total };
};
