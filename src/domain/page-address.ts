/** Calls, built files, and the paths for the operator's tools. */
const NOT_PAGES = /^\/(api|assets|healthz|readyz|metrics)(\/|$)/;
const FILE = /\.\w{2,5}$/;

/**
 * Returns whether a path belongs to the pages: it is neither a call nor a file (behavior 11.4). The server responds to such
 * a path with the page, even if the path is unknown. The service worker uses the same rule.
 */
export const isPageAddress = (path: string): boolean => !NOT_PAGES.test(path) && !FILE.test(path);
