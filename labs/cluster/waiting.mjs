/** How long something may take to get ready. The second and third node copy the database from the first one. */
const READY_MS = 90_000;

/**
 * Asks again and again until there is an answer.
 *
 * @template T
 * @param {string} what is waited for, as in "both standbys follow the leader"
 * @param {() => Promise<T | undefined | false>} ask
 * @returns {Promise<T>}
 * @throws {Error} if it takes too long
 */
export const until = async (what, ask) => {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${READY_MS / 1000} s in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
