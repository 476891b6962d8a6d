import { Search, X } from 'lucide-react';
import { memo } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { MAX_SEARCH_LENGTH } from '../view/shop-view.ts';
import { useTypedSearch } from '../view/use-typed-search.ts';

interface SearchFieldProps {
  inAddress: string;
  /** Called with the typed text when the list can follow, and with null when the address is current again. */
  onTyped: (text: string | null) => void;
  className?: string;
}

/** Holds the typed text itself, so that a letter draws only this field. */
export const SearchField = memo(function SearchField({ inAddress, onTyped, className }: SearchFieldProps) {
  const { text, type, commit } = useTypedSearch(inAddress, onTyped);
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          commit();
          // Closes a phone's keyboard, so that the results are visible.
          (document.activeElement as HTMLElement | null)?.blur();
        }}
      >
        <TextField
          label="Search Products"
          hideLabel
          placeholder="Search by name, brand, or description..."
          icon={<Search />}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          boxClassName="text-ellipsis"
          trailing={
            text && (
              <button
                type="button"
                aria-label="Clear search"
                onClick={(event) => {
                  type('');
                  // The button disappears together with the text.
                  event.currentTarget.form?.querySelector('input')?.focus();
                }}
                className="flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
              >
                <X aria-hidden className="size-4.5" />
              </button>
            )
          }
        />
      </form>
    </search>
  );
});
