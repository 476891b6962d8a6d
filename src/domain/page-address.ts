/** The calls, the built files, and what the operator's tools ask. */
const NOT_PAGES = /^\/(api|assets|healthz|readyz|metrics)(\/|$)/;
const FILE = /\.\w{2,5}$/;

/**
 * Whether an address, given by its path alone, is one of the pages: whatever is neither a call nor a file (specification
 * §2). The server answers it with the page, known or not; the service worker does where it may.
 */
export const isPageAddress = (path: string): boolean => !NOT_PAGES.test(path) && !FILE.test(path);
