import type { InputHTMLAttributes, RefObject } from 'react';

interface FileInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'accept' | 'multiple'> {
  /** Opens the chooser with `ref.current?.click()`. */
  ref: RefObject<HTMLInputElement | null>;
  /** The chosen files; there may be none. */
  onFiles: (files: File[]) => void;
}

/** The browser's chooser of files, unseen. A button next to it opens it. */
export const FileInput = ({ onFiles, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    tabIndex={-1}
    className="sr-only"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])]);
      // Choosing the same file again must cause another event.
      target.value = '';
    }}
  />
);
