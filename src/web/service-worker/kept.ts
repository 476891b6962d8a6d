/* What is kept for offline, by the names under which page and worker find it. */

/** The catalogue as last seen; written and read by the page. While it is there, somebody is signed in on this device. */
export const KEPT_CATALOGUE = 'greenroom-catalogue';
/** Pictures that were seen; written and read by the worker. */
export const KEPT_PICTURES = 'greenroom-pictures';
/** Name and terms of the shop; written and read by the page. */
export const KEPT_SHOP = 'greenroom-shop';
/** The files of the shop's pages, of one version at a time for those who use them. */
export const KEPT_SHELL = 'greenroom-shell';

/** So many pictures are a long evening's browsing, and at some 40 kB each about 20 MB. */
export const MOST_PICTURES = 500;
export const PICTURES_FOR_SECONDS = 30 * 86_400;

/** What a page says to the worker. */
export type Message = { type: 'forget-pictures' } | { type: 'take-over'; until: number };
