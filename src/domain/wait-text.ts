import { counted } from './text.ts';

/** When a call that came too early can be tried again, as a sentence. `seconds` is absent if nobody knows. */
export const waitText = (seconds: number | null | undefined): string => {
  if (!seconds) return 'Please wait a moment and try again.';
  return `Try again in ${seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')}.`;
};
