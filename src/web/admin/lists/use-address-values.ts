import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { paths } from '../../browser/paths.ts';

const LONGEST = 200;

type Values<Name extends string> = Record<Name, string>;

/** Reads these names from the part of an address after "?"; what is absent reads ''. */
export const readValues = <Name extends string>(query: string, names: readonly Name[]): Values<Name> => {
  const params = new URLSearchParams(query);
  return Object.fromEntries(names.map((name) => [name, (params.get(name) ?? '').slice(0, LONGEST)])) as Values<Name>;
};

/** The query with some values changed; '' takes one out. */
export const writeValues = (query: string, changes: Readonly<Record<string, string | undefined>>): string => {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (value.trim() === '') params.delete(name);
    else params.set(name, value.slice(0, LONGEST));
  }
  return params.size > 0 ? `?${params}` : '';
};

/**
 * A list's filters as they stand in the panel's address, so that a view can be kept, reloaded and shared (decisions §8
 * "URL"). Filters replace the entry of the history; opening something may `push`, so that "back" closes it.
 */
export const useAddressValues = <Name extends string>(names: readonly Name[]) => {
  const query = useSearch();
  const list = names.join(' ');
  const values = useMemo(() => readValues(query, list.split(' ') as Name[]), [query, list]);
  const change = useCallback((changes: Partial<Values<Name>>, how: 'replace' | 'push' = 'replace') => {
    const address = paths.adminPanel + writeValues(window.location.search, changes);
    if (address === window.location.pathname + window.location.search) return;
    navigate(address, { replace: how === 'replace' });
  }, []);
  return [values, change] as const;
};
