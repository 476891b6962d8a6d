import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { categoryHue } from '#domain/categories.ts';
import { pictureForms } from '#domain/picture-widths.ts';
import { categoryName } from '../list/filter-items.ts';

/** The first picture of an item. Without one, its place says so in the color of the category. */
export const ItemPicture = ({ item }: { item: AdminItem }) => {
  const [address] = item.images;
  const [failed, setFailed] = useState(false);
  return (
    <div
      data-hue={categoryHue(categoryName(item))}
      className="flex aspect-4/3 w-full items-center justify-center self-start overflow-hidden rounded-card bg-category-wash text-category-text max-sm:max-w-60"
    >
      {address && !failed ? (
        <img
          src={pictureForms(address).middle}
          alt=""
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <span className="flex flex-col items-center gap-1 text-xs">
          <ImageOff aria-hidden className="size-6" />
          No picture
        </span>
      )}
    </div>
  );
};
