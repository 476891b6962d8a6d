import { useQueryClient } from '@tanstack/react-query';
import { ImageOff, ImageUp } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { categoryHue } from '#domain/categories.ts';
import { withFirst } from '#domain/item-pictures.ts';
import { itemName } from '#domain/panel-item.ts';
import { pictureForms } from '#domain/picture-widths.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { saveEdit, useCell } from '../edits/cell-edits.ts';
import { categoryName } from '../list/filter-items.ts';
import { FeedLine } from './feed-line.tsx';
import { ACCEPTED, useDroppedFiles } from './picture-file.ts';
import { PictureTools, SmallPictures } from './picture-set.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

interface ItemPicturesProps {
  item: AdminItem;
  mayWrite: boolean;
}

/** The pictures of an item: one large, all small. A role that edits can upload, remove and order them (behavior 9.19). */
export const ItemPictures = ({ item, mayWrite }: ItemPicturesProps) => {
  const { value: images } = useCell(item, 'images');
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(images.indexOf(chosen ?? ''), 0);
  const shown = images[at];
  const upload = usePictureUpload(item, setChosen);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const { isOver, drop } = useDroppedFiles(upload.start);
  const queryClient = useQueryClient();
  const save = (value: string[]) => saveEdit(queryClient, { item, field: 'images', value, expected: [...images] });
  return (
    <section
      aria-label="Pictures"
      className={cx('flex flex-col gap-2 self-start rounded-card', isOver && 'outline-2 outline-accent')}
      {...(mayWrite && drop)}
    >
      <FeedLine item={mayWrite ? item : undefined} field="images">
        {/* A phone has the button at the side, so that the fields below are on its first screen, and the rest is below the
        messages at its top. */}
        <div className="grid gap-2 max-sm:grid-cols-[9rem_1fr] max-sm:gap-3">
          <LargePicture key={shown} item={item} address={shown} sent={upload.isUploading ? upload.sent : null} />
          {mayWrite && <UploadButton item={item} upload={upload} button={uploadButton} />}
          {images.length > 1 && (
            <SmallPictures
              label={`Pictures of ${itemName(item)}`}
              pictures={images.map((image) => pictureForms(image).small)}
              shown={at}
              onChoose={(index) => setChosen(images[index])}
            />
          )}
          {mayWrite && shown && (
            <PictureTools
              count={images.length}
              shown={at}
              onFirst={() => save(withFirst(images, shown))}
              onRemove={() => {
                save(images.filter((image) => image !== shown));
                // The buttons go with the last picture, and must not take the focus with them.
                if (images.length === 1) uploadButton.current?.focus();
              }}
            />
          )}
        </div>
      </FeedLine>
    </section>
  );
};

interface LargePictureProps {
  item: AdminItem;
  address: string | undefined;
  /** The part of an upload that has been sent, from 0 to 1; null without one. */
  sent: number | null;
}

/** Without a picture, its place says so in the color of the category. */
const LargePicture = ({ item, address, sent }: LargePictureProps) => {
  const [failed, setFailed] = useState(false);
  return (
    <div
      data-hue={categoryHue(categoryName(item))}
      className="relative flex aspect-4/3 w-full items-center justify-center overflow-hidden rounded-card bg-category-wash text-category-text"
    >
      {address && !failed ? (
        <img
          src={pictureForms(address).middle}
          alt={itemName(item)}
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <span className="flex flex-col items-center gap-1 text-xs">
          <ImageOff aria-hidden className="size-6" />
          {address ? "The picture doesn't load" : 'No picture'}
        </span>
      )}
      {sent !== null && (
        <div
          role="progressbar"
          aria-label="Upload"
          aria-valuetext={uploadingText(sent)}
          className="absolute inset-x-0 bottom-0 h-1.5 bg-well"
        >
          <div
            style={{ width: `${100 * sent}%` }}
            className={cx('h-full bg-accent transition-[width] duration-300', sent === 1 && 'breathe')}
          />
        </div>
      )}
    </div>
  );
};

interface UploadButtonProps {
  item: AdminItem;
  upload: ReturnType<typeof usePictureUpload>;
  button: RefObject<HTMLButtonElement | null>;
}

const UploadButton = ({ item, upload, button }: UploadButtonProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-w-0 flex-col gap-2 max-sm:self-end">
      <FileInput
        ref={chooser}
        multiple
        accept={ACCEPTED}
        aria-label={`Picture of ${itemName(item)}`}
        onFiles={upload.start}
      />
      <p role="alert" className="text-sm text-danger-text empty:hidden">
        {upload.problem}
      </p>
      <Button ref={button} wide busy={upload.isUploading} onClick={() => chooser.current?.click()} className="px-3!">
        {!upload.isUploading && <ImageUp aria-hidden className="size-4.5" />}
        {upload.isUploading ? uploadingText(upload.sent) : 'Upload picture'}
      </Button>
    </div>
  );
};

const uploadingText = (sent: number): string => (sent < 1 ? `Uploading ${Math.floor(sent * 100)}%` : 'Converting…');
