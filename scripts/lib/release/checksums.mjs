/** The file of a release with the checksums of all others, as `sha256sum --check` reads it. */
export const CHECKSUMS = 'SHA256SUMS';

/** @param {{path: string, hash: string}} file `hash`: SHA-256, hexadecimal */
export const checksumLine = ({ path, hash }) => `${hash}  ${path}\n`;

/**
 * The file that a line names.
 *
 * @param {string} line
 */
export const fileOf = (line) => ({ path: line.slice(66), hash: line.slice(0, 64) });
