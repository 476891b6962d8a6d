import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { localStore } from '../../browser/safe-storage.ts';

/** Older orders have no first step any more. */
const MOST_REMEMBERED = 50;

/** The ids of the receipts whose message was sent from this device, as its member says or a press on "Open the chat", the newest first. */
const useSentMessages = create<{ ids: readonly string[] }>()(
  persist(() => ({ ids: [] as readonly string[] }), {
    name: 'greenroom-messages-sent',
    storage: createJSONStorage(() => localStore),
  }),
);

/** Returns whether the message of an order was sent from this device, and a function that notes it (behavior 7.13). */
export const useMessageSent = (receiptId: string): [wasSent: boolean, noteSent: () => void] => {
  const wasSent = useSentMessages(({ ids }) => ids.includes(receiptId));
  const noteSent = () =>
    useSentMessages.setState(({ ids }) => ({
      ids: [receiptId, ...ids.filter((id) => id !== receiptId)].slice(0, MOST_REMEMBERED),
    }));
  return [wasSent, noteSent];
};
