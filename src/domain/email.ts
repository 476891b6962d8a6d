import { withoutInvisible } from './typed-text.ts';

/** A part of the name before the sign, as most people write it, and one in quotes. */
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const QUOTED = String.raw`"(?:[^"\\\p{Cc}]|\\[\x20-\x7e])+"`;
/** A part of the name of a host, and the number of one. */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const LITERAL = String.raw`\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-f:.]+)\]`;
const EMAIL = new RegExp(
  String.raw`^(?=.{1,64}@)(?:${ATOM}(?:\.${ATOM})*|${QUOTED})@(?:(?:${LABEL}\.)+(?!\d+$)${LABEL}|${LITERAL})$`,
  'iu',
);

/** Returns whether a text is an e-mail address, in any alphabet: a name of one word or in quotes, and a host with a point. */
export const isEmail = (text: string): boolean => EMAIL.test(text);

/** Returns an e-mail address as it is stored. Databases compare only plain letters without case. */
export const cleanEmail = (typed: string): string => {
  const text = withoutInvisible(typed).trim().normalize('NFKC');
  return /^[\x20-\x7e]*$/.test(text) ? text : text.toLowerCase();
};
