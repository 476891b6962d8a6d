import { create } from 'zustand';

/** Says whether the import is open. Several buttons open it. */
export const useImportDialog = create(() => ({ isOpen: false, wasOpened: false }));

export const openImport = (): void => useImportDialog.setState({ isOpen: true, wasOpened: true });
export const closeImport = (): void => useImportDialog.setState({ isOpen: false });
