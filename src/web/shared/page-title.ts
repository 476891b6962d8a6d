import { useEffect } from 'react';
import { useShop } from '../api/queries/settings.ts';

/** The title of the page changes with the view: "Flower Products · Greenroom". Without words only the shop's name. */
export const usePageTitle = (view?: string): void => {
  const { name } = useShop();
  useEffect(() => {
    document.title = view ? `${view} · ${name}` : name;
  }, [view, name]);
};
