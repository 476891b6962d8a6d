import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { isRunning, tasksQuery } from '../../api/queries/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { useSavedExports } from '../exports/running-exports.ts';
import { closeTasks, openTasks, useTasksDrawer } from './open-tasks.ts';
import { useFinishedToasts } from './use-finished-toasts.ts';

const TasksDrawer = lazyPart<{ open: boolean; onClose: () => void }>(async () => ({
  default: (await import('./tasks-drawer.tsx')).TasksDrawer,
}));

/**
 * Shows that long work is running, and opens its list (behavior 10.30). On a phone the button takes room only if there is
 * work behind it: the menu opens the list too.
 */
export const TasksButton = () => {
  const { data: tasks } = useQuery(tasksQuery);
  const { isOpen, wasOpened } = useTasksDrawer();
  useFinishedToasts(tasks);
  useSavedExports(tasks);
  const running = tasks?.filter(isRunning).length ?? 0;
  return (
    <>
      <Button
        variant="ghost"
        title="Tasks"
        onClick={openTasks}
        aria-label={running > 0 ? `Tasks, ${running} running` : undefined}
        className={cx('max-2xl:px-3', !tasks?.length && 'max-sm:hidden')}
      >
        {running > 0 ? (
          <Spinner className="size-4.5 text-accent-text" />
        ) : (
          <ListChecks aria-hidden className="size-4.5" />
        )}
        <span className="max-2xl:sr-only">Tasks</span>
      </Button>
      {wasOpened && <TasksDrawer open={isOpen} onClose={closeTasks} />}
    </>
  );
};
