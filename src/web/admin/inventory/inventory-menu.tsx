import {
  BadgeDollarSign,
  Bookmark,
  Download,
  Ellipsis,
  FileInput,
  FileUp,
  History,
  ImageUp,
  Keyboard,
  Shapes,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useMay } from '../panel-role.ts';
import { useShowCategories } from './categories/categories-dialog.tsx';
import { openImport } from './import/import-products.tsx';
import { showDropZone } from './upload/upload-parts.tsx';

interface InventoryMenuProps {
  /** False on a phone, which has no keys, and whose import is an entry. */
  isWide: boolean;
  /** The view shows no items. */
  isEmpty: boolean;
  /** Absent if there is nothing to save, or a button for it. */
  onSaveView: (() => void) | undefined;
  picturesText: string;
  onPriceRule: () => void;
  onPictures: () => void;
  onKeys: () => void;
  onExport: () => void;
  onHistory: () => void;
}

/** Rare actions on the whole list. The replacement, which erases the list, is kept away from the daily actions. */
export const InventoryMenu = (props: InventoryMenuProps) => {
  const { isWide, isEmpty, onSaveView, picturesText, onPriceRule, onPictures, onKeys, onExport, onHistory } = props;
  const mayWrite = useMay('inventory.write');
  const showCategories = useShowCategories();
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost" className="max-sm:px-2">
          <Ellipsis aria-hidden className="size-4.5" />
          <span className="max-[105rem]:sr-only">More</span>
        </Button>
      }
    >
      {mayWrite && (
        <>
          <MenuItem icon={<BadgeDollarSign aria-hidden />} disabled={isEmpty} onSelect={onPriceRule}>
            Price rule
          </MenuItem>
          <MenuItem icon={<ImageUp aria-hidden />} onSelect={onPictures}>
            {picturesText}
          </MenuItem>
        </>
      )}
      {onSaveView && (
        <MenuItem icon={<Bookmark aria-hidden />} onSelect={onSaveView}>
          Save view
        </MenuItem>
      )}
      <MenuItem icon={<Shapes aria-hidden />} onSelect={showCategories}>
        Categories
      </MenuItem>
      {isWide && (
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={onKeys}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuSeparator />
      {mayWrite && !isWide && (
        <MenuItem icon={<FileInput aria-hidden />} onSelect={openImport}>
          Import products
        </MenuItem>
      )}
      {mayWrite && (
        <MenuItem icon={<FileUp aria-hidden />} onSelect={showDropZone}>
          Complete Inventory Replacement
        </MenuItem>
      )}
      <MenuItem icon={<Download aria-hidden />} disabled={isEmpty} onSelect={onExport}>
        Export CSV
      </MenuItem>
      <MenuItem icon={<History aria-hidden />} onSelect={onHistory}>
        History
      </MenuItem>
    </Menu>
  );
};
