import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { NEW_FILE } from '../../lib/whole-file.ts';
import { BackupError } from './backup-format.ts';

/** The first bytes of every file of age (age-encryption.org/v1). */
const HEADER = Buffer.from('age-encryption.org/v1\n-> X25519 ');
const MARK = HEADER.subarray(0, 'age-encryption.org/'.length);

/** Loaded only when it is needed: most shops never encrypt anything. */
const loadAge = () => import('age-encryption');

/**
 * Encrypts a file to an age public key, in pieces, into a new file (behavior 1.18). The shop cannot read the result, so
 * only its header and its length are checked.
 *
 * @throws Error if the result is not what age writes
 */
export const encryptFile = async (clear: string, file: string, recipient: string): Promise<void> => {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(asWebStream(clear));
  await pipeline(asNodeStream(encrypted), createWriteStream(file, { ...NEW_FILE, flush: true }));
  const expected = encrypted.size((await stat(clear)).size);
  if ((await stat(file)).size !== expected || !(await startsWith(file, HEADER))) {
    throw new Error(`${file} was not encrypted as a whole.`);
  }
};

/** True if age wrote a file. */
export const isEncrypted = (file: string): Promise<boolean> => startsWith(file, MARK);

/**
 * The clear bytes of a file, decrypted in pieces.
 *
 * @param identityFile has the secret keys that belong to the recipient, one a line, as `age-keygen` writes it
 * @throws BackupError if none of them opens the file
 */
export const decryptedBytes = async (file: string, identityFile: string): Promise<Readable> => {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  // No message has anything of the key file's content.
  const lines = (
    await readFile(identityFile, 'utf8').catch(() => {
      throw new BackupError(`The key file ${identityFile} cannot be read: nothing was changed.`);
    })
  ).split('\n');
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  try {
    if (keys.length === 0) throw new Error('no key');
    for (const key of keys) decrypter.addIdentity(key);
  } catch {
    throw new BackupError(`${identityFile} has no identity of age (AGE-SECRET-KEY-1…): nothing was changed.`);
  }
  try {
    return asNodeStream(await decrypter.decrypt(asWebStream(file)));
  } catch {
    throw new BackupError(`${file} is encrypted to another key than that in ${identityFile}: nothing was changed.`);
  }
};

const asWebStream = (file: string) => Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;

const asNodeStream = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as ReadableStream);

const startsWith = async (file: string, bytes: Buffer): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, 0);
    return bytesRead === bytes.length && buffer.equals(bytes);
  } finally {
    await handle.close();
  }
};
