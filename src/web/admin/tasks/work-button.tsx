import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { isRunning, tasksQuery } from '../../api/queries/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { useMay } from '../panel-role.ts';
import { useFinishedToasts } from './use-finished-toasts.ts';

const WorkDrawer = lazyPart<{ open: boolean; onClose: () => void }>(async () => ({
  default: (await import('./work-drawer.tsx')).WorkDrawer,
}));

/**
 * Shows that long work is running or has ended, and opens its list (behavior 10.30). Owners always have the button,
 * because backups are behind it.
 */
export const WorkButton = () => {
  const { data: tasks } = useQuery(tasksQuery);
  const mayBackUp = useMay('settings.write');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  useFinishedToasts(tasks);
  const running = tasks?.filter(isRunning).length ?? 0;
  if (!mayBackUp && !isOpen && !tasks?.length) return null;
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        onClick={open}
        aria-label={running > 0 ? `Work, ${running} running` : undefined}
        className="max-2xl:px-3"
      >
        {running > 0 ? (
          <Spinner className="size-4.5 text-accent-text" />
        ) : (
          <ListChecks aria-hidden className="size-4.5" />
        )}
        <span className="max-2xl:sr-only">Work</span>
      </Button>
      {wasOpened && <WorkDrawer open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
};
