import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { replaceInventory } from '#contract/inventory.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from './inventory.ts';

/** An upload over a real connection that has arrived at the shop. */
export interface ArrivingUpload {
  /** Sends a share of the form, up to this part of it. */
  send(share: number): Promise<void>;
  /** Closes the connection, as a page does that is closed. */
  leave(): void;
  response: Promise<{ status: number; retryAfter: string | undefined; body: { code?: string; message: string } }>;
}

/** Starts to upload a number of products. With many, a worker thread replaces the inventory. */
export const startUpload = async (address: string, token: string, products: number): Promise<ArrivingUpload> => {
  const { type, form } = buildUploadForm(inventoryFile(Array.from({ length: products }, () => buildFileProduct())));
  const call: ClientRequest = request(`${address}${replaceInventory.path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': form.length,
      connection: 'keep-alive',
      // The shop says when it has the headers.
      expect: '100-continue',
    },
  });
  const response = once(call, 'response').then(async ([message]: IncomingMessage[]) => ({
    status: message!.statusCode!,
    retryAfter: message!.headers['retry-after'],
    body: JSON.parse(await text(message!)),
  }));
  response.catch(() => {});
  call.flushHeaders();
  await once(call, 'continue');
  let sent = 0;
  const send = async (share: number) => {
    const end = Math.floor(form.length * share);
    await new Promise((resolve) => {
      call.write(form.subarray(sent, end), resolve);
      call.once('close', resolve);
    });
    sent = end;
    if (share === 1) call.end();
  };
  return { send, leave: () => call.destroy(), response };
};
