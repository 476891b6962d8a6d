import { storedToken } from '../browser/storage.ts';
import { ApiError, NO_ANSWER, readAnswer, whyNoAnswer } from './client.ts';

/** The answer did not come in time. The server may still be at work. */
export class UploadTimeout extends Error {
  constructor() {
    super('Upload timed out after 5 minutes. File may still be processing in background.');
    this.name = 'UploadTimeout';
  }
}

export interface UploadOptions {
  timeoutMs: number;
  /** From 0 to 1: what of the file has been sent. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file as the form's "file", with the stored token. Not by `fetch`, which does not tell how much is sent.
 *
 * @throws ApiError as every call does; UploadTimeout; the browser's AbortError where `signal` said so.
 */
export const uploadFile = <Answer>(address: string, file: File, options: UploadOptions): Promise<Answer> => {
  const { timeoutMs, onProgress, signal } = options;
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${storedToken()}`);
    request.timeout = timeoutMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const contentType = request.getResponseHeader('content-type') ?? '';
      try {
        resolve(readAnswer(address, request.status, contentType, request.responseText) as Answer);
      } catch (failure) {
        reject(failure);
      }
    };
    request.ontimeout = () => reject(new UploadTimeout());
    request.onerror = () => reject(new ApiError(whyNoAnswer(NO_ANSWER, navigator.onLine), null));
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
};
