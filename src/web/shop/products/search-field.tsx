import { Search, X } from 'lucide-react';
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import type { Product } from '#domain/product.ts';
import { MAX_SEARCH_LENGTH } from '#domain/word-search.ts';
import { TextField } from '../../ui/text-field.tsx';
import { usePart } from '../../ui/use-part.ts';
import { NO_FILTERS } from '../view/shop-view.ts';
import { type GoToView, openDetails } from '../view/use-shop-view.ts';
import { useTypedSearch } from '../view/use-typed-search.ts';
import { productsOfCategory } from './list-state.ts';
import type { Suggestion } from './suggestions.tsx';

interface SearchFieldProps {
  inAddress: string;
  /** Called with the typed text when the list can follow, and with null when the address is current again. */
  onTyped: (text: string | null) => void;
  go: GoToView;
  products: readonly Product[];
  /** The products in which the list below searches. */
  listed: readonly Product[];
  /** The category of the list. */
  category?: string;
  categories: readonly string[];
  className?: string;
}

/** A combobox: a list of suggestions follows the typing. It holds the typed text itself, so that a letter draws only this field. */
export const SearchField = memo(function SearchField({
  inAddress,
  onTyped,
  go,
  products,
  listed,
  category,
  categories,
  className,
}: SearchFieldProps) {
  const { text, settled, type, commit, drop } = useTypedSearch(inAddress, onTyped);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const part = usePart(loadSuggestions, isOpen);
  const suggestions = useMemo(
    () =>
      part && isOpen ? part.suggestionsFor(productsOfCategory(products, ALL_CATEGORIES), categories, settled) : [],
    [part, isOpen, products, categories, settled],
  );
  const isShown = suggestions.length > 0;
  const at = active < suggestions.length ? active : NONE;

  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    setActive(NONE);
  };
  const choose = (suggestion: Suggestion) => {
    open(false);
    if ('product' in suggestion) {
      commit();
      return openDetails(suggestion.product.id);
    }
    drop();
    go({ ...NO_FILTERS, category: ALL_CATEGORIES, ...suggestion });
    leave();
  };
  const showList = () => {
    commit();
    leave();
  };
  const keys = (event: KeyboardEvent) => {
    // These keys belong to an input method while it composes a word.
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (isShown) setActive(neighbor(at, key === 'ArrowDown' ? 1 : -1, suggestions.length));
      else {
        open(true);
        setActive(0);
      }
    } else if (key === 'Escape' && isShown) open(false);
    else if (key === 'Enter' && isShown) {
      if (at !== NONE) choose(suggestions[at]!);
      // On a phone the field is left too: its keyboard lies on what was found.
      else if (hasKeyboardOnScreen()) return;
      else open(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          showList();
        }}
      >
        <TextField
          label="Search Products"
          hideLabel
          placeholder="Search by name, brand, or description..."
          icon={<Search />}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-activedescendant={at === NONE ? undefined : part?.optionId(`${id}-list`, at)}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => {
            open(true);
            type(event.target.value);
          }}
          onKeyDown={keys}
          onBlur={() => {
            open(false);
            commit();
          }}
          boxClassName="text-ellipsis max-[22rem]:placeholder:text-sm max-[22rem]:placeholder:tracking-tight"
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
      {part && isShown && (
        <part.SuggestionList
          id={`${id}-list`}
          search={settled}
          suggestions={suggestions}
          active={at}
          onPoint={setActive}
          onChoose={choose}
          listed={listed}
          category={category}
          onShowAll={showList}
        />
      )}
    </search>
  );
});

/** Leaves the field. This closes the suggestions and a phone's keyboard, so that the results are visible. */
const leave = () => (document.activeElement as HTMLElement | null)?.blur();

const hasKeyboardOnScreen = () => matchMedia('(pointer: coarse)').matches;

/** No suggestion is chosen. */
const NONE = -1;

/** The place that an arrow key moves to. The ends meet. */
const neighbor = (at: number, step: 1 | -1, count: number): number => {
  if (at === NONE) return step === 1 ? 0 : count - 1;
  return (at + step + count) % count;
};

/** The suggestions have their own file, loaded with the first letter: nobody needs them before. */
const loadSuggestions = () => import('./suggestions.tsx');
