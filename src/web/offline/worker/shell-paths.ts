/** Calls, files, and the pages that are not the customer flow: only the server answers these. */
const SERVERS_OWN = /^\/(api|assets|healthz|readyz|metrics|admin|admincp|test-points|reset)(\/|$)/;
const FILE = /\.\w{2,5}$/;

/**
 * Whether an address is the customer flow's (specification §2: anything that is nothing else), which the kept page
 * answers. The panel is not offline, and whether /test-points is there only the server knows.
 */
export const isShellPath = (path: string): boolean => !SERVERS_OWN.test(path) && !FILE.test(path);
