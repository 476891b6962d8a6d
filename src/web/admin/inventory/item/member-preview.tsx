import { categoryHue } from '#domain/categories.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { pictureForms } from '#domain/picture-widths.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { NewPicture } from './new-pictures.tsx';
import { finalPriceText, NO_LABEL, type TypedItem } from './typed-item.ts';

interface MemberPreviewProps {
  typed: TypedItem;
  picture: NewPicture | undefined;
  defaultMarkup: number;
}

/** The card that members will see, while the item is typed. */
export const MemberPreview = ({ typed, picture, defaultMarkup }: MemberPreviewProps) => {
  const name = typed.name.trim();
  const size = typed.weightLabel === NO_LABEL ? typed.size.trim() : typed.weightLabel;
  const paid = finalPriceText(typed.price, typed.markup.trim() || String(defaultMarkup));
  const qty = plainNumber(typed.qty);
  return (
    <section aria-label="What members see" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-text">What members see</h3>
      <div
        data-hue={categoryHue(typed.category.trim())}
        className="flex items-center gap-3 rounded-card border border-line bg-well/50 p-3"
      >
        <div className="flex aspect-4/3 w-28 shrink-0 items-center justify-center overflow-hidden rounded-control bg-category-wash text-2xl font-bold text-category-text">
          {picture ? (
            <img
              src={picture.file ? picture.address : pictureForms(picture.address).small}
              alt=""
              className="size-full object-cover"
            />
          ) : (
            <span aria-hidden>{name.charAt(0).toUpperCase()}</span>
          )}
        </div>
        <div className="min-w-0 flex-1 text-sm">
          <p className="line-clamp-2 font-semibold break-words text-text">
            {name || <span className="text-muted">Name</span>}
          </p>
          <p className="truncate text-muted">{[typed.brand.trim(), size].filter(Boolean).join(' · ')}</p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-lg font-bold text-text tabular-nums">{paid ?? '$ –'}</span>
            <span className="text-muted">Qty {qty || 0}</span>
            {!typed.isActive && <Badge tone="danger">Inactive: hidden</Badge>}
          </p>
        </div>
      </div>
    </section>
  );
};
