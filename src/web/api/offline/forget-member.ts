import { forgetSignIn } from '../../browser/storage.ts';
import { forgetKept } from './kept-catalogue.ts';

/** Whoever was signed in here is so no more: sign-in, cart and what was kept for offline go (decisions §8). */
export const forgetMember = async (): Promise<void> => {
  forgetSignIn();
  await forgetKept();
};
