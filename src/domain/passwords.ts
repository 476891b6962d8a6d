/** How many passwords of the list of the most common ones are refused. */
export const MOST_COMMON_PASSWORDS = 10_000;

/** What somebody who knows the account tries first. */
export interface PasswordOwner {
  username: string;
  email: string;
  shopName: string;
}

/**
 * Returns whether a new password is one of the first that anybody tries: a common one, one letter again and again, or
 * the name or e-mail of its owner or the name of the shop, ignoring case (behavior 3.17). `commonPasswords` are in lower
 * case.
 */
export const isObviousPassword = (
  password: string,
  { username, email, shopName, commonPasswords }: PasswordOwner & { commonPasswords: ReadonlySet<string> },
): boolean => {
  const typed = password.toLowerCase();
  return (
    new Set(typed).size === 1 ||
    commonPasswords.has(typed) ||
    [username, email, shopName].some((name) => name.toLowerCase() === typed)
  );
};
