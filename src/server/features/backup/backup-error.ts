/** A file cannot be restored, or a backup is not sound. The message says why, in one sentence. */
export class BackupError extends Error {}
