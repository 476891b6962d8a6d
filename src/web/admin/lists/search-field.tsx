import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { TextField } from '../../ui/text-field.tsx';

/** A search is debounced, because each one is a call: of a whole list, and of a few matches. */
const LIST_DEBOUNCE_MS = 250;
const MATCHES_DEBOUNCE_MS = 150;

/** Next to something else: with large text on a narrow screen that moves to the next line, or it would lie on the search. */
export const SEARCH_ROOM = 'min-w-[min(100%,8rem)] flex-1';

/** A typed text, once it has stayed the same long enough to look for a few matches. */
export const useDebounced = (text: string): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), MATCHES_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
};

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The text of the current search. */
  value: string;
  onSearch: (text: string) => void;
  /** Called on Enter, to open the first match. */
  onEnter?: (text: string) => void;
  className?: string;
}

/** The search of a list. "/" focuses it from anywhere on the page, and Escape clears it. */
export const SearchField = ({ label, placeholder, value, onSearch, onEnter, className }: SearchFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(debounce.current), []);

  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const inText = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || inText) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, []);

  const search = (text: string) => {
    clearTimeout(debounce.current);
    setTyped(null);
    onSearch(text);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(debounce.current);
    debounce.current = setTimeout(() => search(text), LIST_DEBOUNCE_MS);
  };

  const shown = typed ?? value;
  return (
    <TextField
      ref={field}
      label={label}
      hideLabel
      type="search"
      placeholder={placeholder}
      icon={<Search />}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      value={shown}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          search(shown);
          onEnter?.(shown);
        }
        if (event.key === 'Escape' && shown !== '') {
          event.preventDefault();
          search('');
        }
      }}
      trailing={
        shown === '' ? (
          <span aria-hidden className="max-sm:hidden pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        ) : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              search('');
              field.current?.focus();
            }}
            className="flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
          >
            <X aria-hidden className="size-4" />
          </button>
        )
      }
      boxClassName={cx('[&::-webkit-search-cancel-button]:hidden', shown === '' && 'pointer-coarse:pr-3')}
      className={className}
    />
  );
};
