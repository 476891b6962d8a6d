import { useEffect } from 'react';
import { useShop } from '../api/queries/settings.ts';

/** Sets the title of the page: "Flower Products · Greenroom", or only the shop's name. */
export const usePageTitle = (view?: string): void => {
  const { name } = useShop();
  useEffect(() => {
    document.title = view ? `${view} · ${name}` : name;
  }, [view, name]);
};
