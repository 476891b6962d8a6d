import type { Conversion } from './picture-conversion.ts';
import { convertPicture } from './picture-conversion.ts';

/*
 * A process that converts pictures, one after the other, for the process that started it (picture-processes.ts). It has
 * no settings and no database.
 */

/** The result of a conversion; null if the content is no picture. */
export interface Converted {
  bytes: Uint8Array | null;
}

process.on('message', (conversion: Conversion) => {
  convertPicture(conversion).then(
    (bytes) => process.send!({ bytes } satisfies Converted),
    () => process.send!({ bytes: null } satisfies Converted),
  );
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal. The shop ends this one when its calls have finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
