import { type DragEvent, useState } from 'react';

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
