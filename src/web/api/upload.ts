import { randomKey } from '../browser/random-key.ts';
import { storedToken } from '../browser/storage.ts';
import { ApiError, NO_RESPONSE, noResponseMessage, readResponse, withConfirmation } from './client.ts';
import { markSessionEnded } from './session-state.ts';

/** No response came in time. The server may still be working. */
export class UploadTimeout extends Error {
  constructor() {
    super('Upload timed out after 5 minutes. File may still be processing in background.');
    this.name = 'UploadTimeout';
  }
}

export interface UploadOptions {
  timeoutMs: number;
  /** The share of the file that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file as the form field "file", with the stored token. Uses XMLHttpRequest because `fetch` reports no upload
 * progress.
 *
 * @throws {ApiError} like every call.
 * @throws {UploadTimeout} if no response comes in time.
 * @throws the browser's AbortError if `signal` aborts.
 */
export const uploadFile = <Data>(address: string, file: File, options: UploadOptions): Promise<Data> => {
  const idempotencyKey = randomKey();
  return withConfirmation(() => sendFile(address, file, { ...options, idempotencyKey }));
};

const sendFile = <Data>(
  address: string,
  file: File,
  options: UploadOptions & { idempotencyKey: string },
): Promise<Data> => {
  const { timeoutMs, onProgress, signal } = options;
  signal.throwIfAborted();
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${storedToken()}`);
    request.setRequestHeader('idempotency-key', options.idempotencyKey);
    request.timeout = timeoutMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const contentType = request.getResponseHeader('content-type') ?? '';
      try {
        resolve(readResponse(address, request.status, contentType, request.responseText) as Data);
      } catch (failure) {
        if (failure instanceof ApiError && failure.code === 'not_signed_in') markSessionEnded();
        reject(failure);
      }
    };
    request.ontimeout = () => reject(new UploadTimeout());
    request.onerror = () => reject(new ApiError(noResponseMessage(NO_RESPONSE, navigator.onLine), null));
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
};
