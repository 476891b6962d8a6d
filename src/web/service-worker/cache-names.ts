/* The caches of this device, and the messages to the service worker. Page and worker must agree on them. */

/** The last catalogue. Written and read by the page; it exists only while a member is signed in. */
export const CATALOGUE_CACHE = 'greenroom-catalogue';
/** Pictures that were shown. Written and read by the worker. */
export const PICTURES_CACHE = 'greenroom-pictures';
/** Name and terms of the shop. Written and read by the page. */
export const SETTINGS_CACHE = 'greenroom-shop';
/** The files of the pages, all of one version. */
export const SHELL_CACHE = 'greenroom-shell';

export type WorkerMessage = { type: 'forget-pictures' } | { type: 'take-over'; until: number };
