import { create } from 'zustand';

/** The id of the drop zone's button. */
export const DROP_ZONE = 'drop-zone';

/** Whether the card of the replacement is open. What opens it is in other places. */
export const useUploadCard = create(() => ({ isOpen: false }));

export const closeUploadCard = (): void => useUploadCard.setState({ isOpen: false });

/** Opens the card of the replacement, with the focus on its drop zone. */
export const showDropZone = (): void => {
  useUploadCard.setState({ isOpen: true });
  requestAnimationFrame(() => {
    const zone = document.getElementById(DROP_ZONE);
    zone?.scrollIntoView({ block: 'center' });
    zone?.focus();
  });
};
