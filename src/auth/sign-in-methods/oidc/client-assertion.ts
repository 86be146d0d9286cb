import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const MAX_ASSERTION_BYTES = 64 * 1024;

/**
 * Reads a JWT from a file. Read it before each use, because another program renews it.
 * @throws Error if the file is not a regular file, is empty, or is too large for a token.
 */
export async function readClientAssertion(path: string): Promise<string> {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error('The client assertion is not a regular file.');
    const buffer = Buffer.alloc(MAX_ASSERTION_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    if (bytesRead > MAX_ASSERTION_BYTES) throw new Error('The client assertion is too large.');
    const assertion = buffer.toString('utf8', 0, bytesRead).trim();
    if (assertion === '') throw new Error('The client assertion is empty.');
    return assertion;
  } finally {
    await file.close();
  }
}
