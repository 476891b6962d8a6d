import { ApiError, messageOf } from '../../../api/client.ts';
import { AUTH_FAILED } from '../admin-calls.ts';
import { titled } from './check-file.ts';

/** How a failed upload is told: in a toast, and a file with errors by the whole list on the screen too. */
export interface UploadFailure {
  title: string;
  description: string;
  errors: readonly string[];
}

/** Broken rows that the toast names (specification §8). */
const NAMED = 5;

/** The specified toast of each way in which an upload fails (specification §8). */
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
      return { ...titled(error.message), errors: [] };
    case 'not_signed_in':
    case 'not_admin':
      return described('Upload Failed', AUTH_FAILED);
    default:
      return described('Upload Failed', error.message);
  }
};
