import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '#contract/errors.ts';
import { MOST_PICTURES, PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { pictureForms } from '#domain/picture-widths.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { ACCEPTED, canBeDrawn, useDroppedFiles } from './picture-file.ts';
import { PictureTools, SmallPictures } from './picture-set.tsx';

/** A picture of an item that is not saved yet: a file of this device, or the picture of another item. */
export interface NewPicture {
  /** Its address on the page. */
  address: string;
  /** Null if the shop has it already. */
  file: File | null;
}

/** The pictures of other items, for a form that begins with them. */
export const keptPictures = (addresses: readonly string[]): NewPicture[] =>
  addresses.map((address) => ({ address, file: null }));

/** Frees the memory of the files once the form is gone. */
export const useNewPictures = (start: readonly NewPicture[]) => {
  const [pictures, setPictures] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const made = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const address of made.current) URL.revokeObjectURL(address);
    },
    [],
  );
  const add = async (files: Iterable<File>): Promise<void> => {
    const chosen = [...files];
    const fitting = chosen.filter(({ size }) => size <= PICTURE_MAX_BYTES);
    const opened = fitting.map((file) => ({ address: URL.createObjectURL(file), file }));
    made.current.push(...opened.map(({ address }) => address));
    const isPicture = await Promise.all(opened.map(({ address }) => canBeDrawn(address)));
    const usable = opened.filter((_, at) => isPicture[at]);
    setPictures((before) => [...before, ...usable].slice(0, MOST_PICTURES));
    const problems = [
      fitting.length < chosen.length && 'picture_too_large',
      usable.length < fitting.length && 'picture_refused',
      pictures.length + usable.length > MOST_PICTURES && 'too_many_pictures',
    ] as const;
    const code = problems.find((problem) => problem !== false);
    setProblem(code ? errorText(code) : null);
  };
  const change = (changed: readonly NewPicture[]) => {
    setProblem(null);
    setPictures(changed);
  };
  return { pictures, problem, add, change };
};

interface NewPicturesProps extends ReturnType<typeof useNewPictures> {
  /** The progress of an upload in words, while the form is saved. */
  progress: string | null;
}

/** Pictures that are chosen before the item exists. They are uploaded with the first saving. */
export const NewPictures = ({ pictures, problem, add, change, progress }: NewPicturesProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { isOver, drop } = useDroppedFiles((files) => void add(files));
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    pictures.findIndex(({ address }) => address === chosen),
    0,
  );
  const shown = pictures[at];
  const others = pictures.filter((picture) => picture !== shown);
  return (
    <section
      aria-label="Pictures"
      className={cx(
        'grid content-start gap-2 rounded-card',
        shown && 'max-sm:grid-cols-[minmax(0,9rem)_minmax(min-content,1fr)] max-sm:gap-3',
        isOver && 'outline-2 outline-accent',
      )}
      {...drop}
    >
      {shown && (
        <img
          src={shown.file ? shown.address : pictureForms(shown.address).middle}
          alt={`${at + 1} of ${pictures.length}`}
          decoding="async"
          className="aspect-4/3 w-full rounded-card bg-well object-cover"
        />
      )}
      <FileInput
        ref={chooser}
        multiple
        accept={ACCEPTED}
        aria-label="Picture files"
        onFiles={(files) => void add(files)}
      />
      <Button
        ref={button}
        size="sm"
        busy={progress !== null}
        onClick={() => chooser.current?.click()}
        wide
        // Without a picture, its place is the button.
        className={
          shown ? 'px-3! max-sm:self-end' : 'h-16! border-dashed! bg-transparent! sm:aspect-4/3 sm:h-auto! sm:flex-col'
        }
      >
        {progress === null && <ImageUp aria-hidden className="size-4" />}
        {progress ?? 'Upload pictures'}
      </Button>
      <p role="alert" className="text-sm text-danger-text empty:hidden max-sm:col-span-full">
        {problem}
      </p>
      {pictures.length > 1 && (
        <SmallPictures
          label="Chosen pictures"
          pictures={pictures.map(({ address, file }) => (file ? address : pictureForms(address).small))}
          shown={at}
          onChoose={(index) => setChosen(pictures[index]?.address)}
        />
      )}
      {shown && (
        <PictureTools
          count={pictures.length}
          shown={at}
          onFirst={() => change([shown, ...others])}
          onRemove={() => {
            change(others);
            if (others.length === 0) button.current?.focus();
          }}
        />
      )}
    </section>
  );
};
