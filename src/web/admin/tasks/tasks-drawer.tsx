import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useFailure } from '../../api/failure.ts';
import { tasksQuery } from '../../api/queries/tasks.ts';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';
import { BackUp } from './back-up.tsx';
import { TaskRow } from './task-row.tsx';

/** The long work of the last day, and the button for a backup (behavior 10.30). */
export const TasksDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <div className="[--drawer-width:30rem]">
    <Drawer open={open} onClose={onClose} title="Tasks">
      {open && <Tasks />}
    </Drawer>
  </div>
);

const Tasks = () => {
  const mayBackUp = useMay('settings.write');
  return (
    <div className="flex flex-col gap-6">
      {mayBackUp && (
        <section aria-labelledby="backup" className="flex flex-col gap-1 rounded-card border border-line p-4">
          <h3 id="backup" className="text-base font-semibold text-text">
            Backup
          </h3>
          <BackUp>
            <p>A copy of the whole shop, kept on the server. Backups in Settings lists them.</p>
          </BackUp>
        </section>
      )}
      <section className="flex flex-col gap-3" aria-labelledby="last-day">
        <h3 id="last-day" className="text-base font-semibold text-text">
          The last 24 hours
        </h3>
        <TaskList />
      </section>
    </div>
  );
};

const TaskList = () => {
  const query = useQuery(tasksQuery);
  const failure = useFailure(query);
  const tasks = query.data;
  if (!tasks) {
    if (failure) return <ListFailure {...failure} failed="Failed to load the tasks" />;
    return (
      <div role="status" aria-label="Loading the tasks">
        <SkeletonText lines={3} />
      </div>
    );
  }
  if (tasks.length === 0) {
    return (
      <EmptyState
        icon={<ListChecks />}
        title="Nothing to show"
        text="Uploads, exports, bulk changes and backups show up here. They keep running when you close the page."
      />
    );
  }
  return (
    <ul className="flex flex-col">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </ul>
  );
};
