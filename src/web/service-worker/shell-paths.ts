import { isPageAddress } from '#domain/page-address.ts';

/** Pages that only the server answers: the panel is not offline, and whether /test-points is there only it knows. */
const SERVERS_OWN = /^\/(admin|admincp|test-points|reset)(\/|$)/;

/** Whether an address is the customer flow's, which the kept page answers. */
export const isShellPath = (path: string): boolean => isPageAddress(path) && !SERVERS_OWN.test(path);
