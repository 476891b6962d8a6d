import { type DragEvent, useState } from 'react';

/**
 * The types that the file chooser offers. A phone that takes pictures of another type converts them to one of these.
 */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** True if the browser can draw a file. The shop takes nothing else. */
export const canBeDrawn = async (address: string): Promise<boolean> => {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
};

/** Takes files that are dropped on an element. `isOver` says whether some are held over it. */
export const useDroppedFiles = (onFiles: (files: FileList) => void) => {
  const [isOver, setOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles(event.dataTransfer.files);
    },
  };
  return { isOver, drop };
};
