import { createContext, useContext } from 'react';

/**
 * The element that floating parts (menus, tooltips) are put into: the nearest modal dialog, else the
 * page. Outside an open modal everything is inert and below it, so they must live inside.
 */
export const LayerContext = createContext<HTMLElement | null>(null);

export const useLayer = (): HTMLElement | undefined => useContext(LayerContext) ?? undefined;
