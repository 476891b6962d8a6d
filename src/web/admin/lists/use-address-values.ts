import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from '../../browser/layer-history.ts';
import { paths } from '../../browser/paths.ts';

const MAX_LENGTH = 200;

type Values<Name extends string> = Record<Name, string>;

/** Reads these names from the part of an address after "?". An absent one reads ''. */
export const readValues = <Name extends string>(query: string, names: readonly Name[]): Values<Name> => {
  const params = new URLSearchParams(query);
  return Object.fromEntries(names.map((name) => [name, (params.get(name) ?? '').slice(0, MAX_LENGTH)])) as Values<Name>;
};

/** The query with some values changed. '' removes a value. */
export const writeValues = (query: string, changes: Readonly<Record<string, string | undefined>>): string => {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (value.trim() === '') params.delete(name);
    else params.set(name, value.slice(0, MAX_LENGTH));
  }
  return params.size > 0 ? `?${params}` : '';
};

/**
 * The filters of a list in the panel's address, so that a view can be bookmarked, reloaded and shared (behavior 10.2).
 * A change replaces the history entry. A drawer that it opens has an entry of its own (behavior 11.8).
 */
export const useAddressValues = <Name extends string>(names: readonly Name[]) => {
  const query = useSearch();
  const list = names.join(' ');
  const values = useMemo(() => readValues(query, list.split(' ') as Name[]), [query, list]);
  const change = useCallback((changes: Partial<Values<Name>>) => {
    const address = paths.adminPanel + writeValues(window.location.search, changes);
    if (address === window.location.pathname + window.location.search) return;
    navigate(address, { replace: true });
  }, []);
  return [values, change] as const;
};
