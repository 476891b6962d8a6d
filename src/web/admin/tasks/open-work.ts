import { create } from 'zustand';

/** Whether the list of long work is open. The button and the command palette open it. */
export const useWork = create(() => ({ isOpen: false, wasOpened: false }));

export const openWork = (): void => useWork.setState({ isOpen: true, wasOpened: true });
export const closeWork = (): void => useWork.setState({ isOpen: false });
