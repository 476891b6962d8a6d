import { forgetSignIn } from '../app/storage.ts';
import { forgetKept } from './kept-catalogue.ts';

/** Whoever was signed in here is so no more: sign-in, cart and what was kept for offline go (decisions §8). */
export async function forgetMember(): Promise<void> {
  forgetSignIn();
  await forgetKept();
}
