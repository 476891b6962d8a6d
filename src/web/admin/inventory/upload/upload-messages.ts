import { errorText } from '#contract/errors.ts';
import type { ReplaceResult } from '#contract/inventory.ts';
import { UPLOAD_MAX_BYTES } from '#domain/constants.ts';
import { counted } from '#domain/text.ts';
import { ApiError, messageOf } from '../../../api/client.ts';
import { AUTH_FAILED } from '../../action-toasts.ts';

/** Why a file is refused before it is sent, as a toast; null if it can be sent (behavior 9.7). */
export const fileRefusal = ({
  name,
  size,
}: {
  name: string;
  size: number;
}): { title: string; description: string } | null => {
  if (!/\.(customization|txt)$/i.test(name)) return splitTitle(errorText('wrong_file_type'));
  if (size > UPLOAD_MAX_BYTES) return splitTitle(errorText('file_too_large'));
  return null;
};

/** Splits a message of the form "Title: text" for a toast. */
const splitTitle = (message: string): { title: string; description: string } => {
  const at = message.indexOf(': ');
  return { title: message.slice(0, at), description: message.slice(at + 2) };
};

/** The toast of a failed upload. All errors of a file are also listed on the screen. */
export interface UploadFailure {
  title: string;
  description: string;
  errors: readonly string[];
}

/** The toast names at most so many errors. */
const NAMED = 5;

/** The toast for each way in which an upload can fail. */
export const uploadFailure = (error: unknown): UploadFailure => {
  const described = (title: string, description: string) => ({ title, description, errors: [] });
  if (!(error instanceof ApiError) || error.status === null) {
    return described('Upload Error', messageOf(error, 'The upload failed.'));
  }
  switch (error.code) {
    case 'file_invalid': {
      const named = error.errors.slice(0, NAMED).filter((line) => line !== error.message);
      return {
        title: 'Data Validation Failed',
        description: [error.message, ...named].join('\n'),
        errors: error.errors,
      };
    }
    case 'wrong_file_type':
    case 'file_too_large':
      return { ...splitTitle(error.message), errors: [] };
    case 'not_signed_in':
    case 'not_admin':
      return described('Upload Failed', AUTH_FAILED);
    default:
      return described('Upload Failed', error.message);
  }
};

/** The losses of a replacement, shown next to its button. */
export const formatErased = ({ removed, changed }: ReplaceResult['counts']): string => {
  if (removed + changed === 0) return 'Nothing will be removed or overwritten.';
  const parts = [removed > 0 && `${counted(removed)} removed`, changed > 0 && `${counted(changed)} overwritten`];
  return `${parts.filter(Boolean).join(', ')}.`;
};
