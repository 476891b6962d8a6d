import { errorText } from '#contract/errors.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';

/** Why a file is not even sent, as the toast says it; null where it may go (specification §5). */
export const refusalOf = ({
  name,
  size,
}: {
  name: string;
  size: number;
}): { title: string; description: string } | null => {
  if (!/\.(customization|txt)$/i.test(name)) return titled(errorText('wrong_file_type'));
  if (size > UPLOAD_MAX_BYTES) return titled(errorText('file_too_large'));
  return null;
};

/** "Title: text" of the specification's upload messages, taken apart for a toast (decisions §8 "upload texts"). */
export const titled = (message: string): { title: string; description: string } => {
  const at = message.indexOf(': ');
  return { title: message.slice(0, at), description: message.slice(at + 2) };
};
