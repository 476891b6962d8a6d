import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { isRunning, tasksQuery } from '../../api/queries/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { useSavedExports } from '../exports/running-exports.ts';
import { useMay } from '../panel-role.ts';
import { closeWork, openWork, useWork } from './open-work.ts';
import { useFinishedToasts } from './use-finished-toasts.ts';

const WorkDrawer = lazyPart<{ open: boolean; onClose: () => void }>(async () => ({
  default: (await import('./work-drawer.tsx')).WorkDrawer,
}));

/**
 * Shows that long work is running, and opens its list (behavior 10.30). On a phone the button takes room only if there is
 * something behind it: work, or backups.
 */
export const WorkButton = () => {
  const { data: tasks } = useQuery(tasksQuery);
  const mayBackUp = useMay('settings.write');
  const { isOpen, wasOpened } = useWork();
  useFinishedToasts(tasks);
  useSavedExports(tasks);
  const running = tasks?.filter(isRunning).length ?? 0;
  return (
    <>
      <Button
        variant="ghost"
        onClick={openWork}
        aria-label={running > 0 ? `Work, ${running} running` : undefined}
        className={cx('max-2xl:px-3', !mayBackUp && !tasks?.length && 'max-sm:hidden')}
      >
        {running > 0 ? (
          <Spinner className="size-4.5 text-accent-text" />
        ) : (
          <ListChecks aria-hidden className="size-4.5" />
        )}
        <span className="max-2xl:sr-only">Work</span>
      </Button>
      {wasOpened && <WorkDrawer open={isOpen} onClose={closeWork} />}
    </>
  );
};
