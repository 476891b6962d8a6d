/** A command that cannot be done; the message is all a person needs to read. */
export class CommandError extends Error {}
