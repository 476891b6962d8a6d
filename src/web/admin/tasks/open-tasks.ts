import { create } from 'zustand';

/** Says whether the list of tasks is open. The button and the command palette open it. */
export const useTasksDrawer = create(() => ({ isOpen: false, wasOpened: false }));

export const openTasks = (): void => useTasksDrawer.setState({ isOpen: true, wasOpened: true });
export const closeTasks = (): void => useTasksDrawer.setState({ isOpen: false });
