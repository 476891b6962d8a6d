import { storedToken } from '../app/storage.ts';
import { ApiError, failureOf } from './client.ts';

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
export function uploadFile<Answer>(address: string, file: File, options: UploadOptions): Promise<Answer> {
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
      const isGood = request.status >= 200 && request.status < 300 && contentType.includes('json');
      if (isGood) resolve(JSON.parse(request.responseText) as Answer);
      else reject(failureOf(address, request.status, contentType, request.responseText));
    };
    request.ontimeout = () => reject(new UploadTimeout());
    request.onerror = () => reject(new ApiError('The shop could not be reached. Please try again.', null));
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
