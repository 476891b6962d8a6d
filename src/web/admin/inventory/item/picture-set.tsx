import { ArrowLeftToLine, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface SmallPicturesProps {
  label: string;
  /** Their addresses. */
  pictures: readonly string[];
  shown: number;
  onChoose: (at: number) => void;
}

/** All pictures of an item, small. One of them is shown large. */
export const SmallPictures = ({ label, pictures, shown, onChoose }: SmallPicturesProps) => (
  <ul
    aria-label={label}
    className="grid list-none grid-cols-4 gap-1.5 max-sm:col-span-2 max-sm:grid-cols-6 pointer-coarse:sm:grid-cols-3"
  >
    {pictures.map((address, index) => (
      <li key={address}>
        <button
          type="button"
          aria-label={`Picture ${index + 1} of ${pictures.length}`}
          aria-pressed={index === shown}
          onClick={() => onChoose(index)}
          className="aspect-square w-full overflow-hidden rounded-control border-2 border-transparent bg-well hover:border-edge aria-pressed:border-accent"
        >
          <img src={address} alt="" decoding="async" className="size-full object-cover" />
        </button>
      </li>
    ))}
  </ul>
);

interface PictureToolsProps {
  count: number;
  shown: number;
  onFirst: () => void;
  onRemove: () => void;
}

/** What can be done with the picture that is shown large. */
export const PictureTools = ({ count, shown, onFirst, onRemove }: PictureToolsProps) => {
  const isFirst = shown === 0;
  return (
    <div className="flex min-h-11 items-center max-sm:col-span-2">
      {count > 1 && (
        <Tooltip label={isFirst ? 'This is the first picture' : 'Put first'}>
          <IconButton
            label="Put first"
            aria-disabled={isFirst}
            onClick={() => !isFirst && onFirst()}
            className="aria-disabled:opacity-50"
          >
            <ArrowLeftToLine aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip label="Remove picture">
        <IconButton label="Remove picture" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </Tooltip>
    </div>
  );
};
