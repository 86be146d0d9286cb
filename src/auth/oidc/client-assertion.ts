import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const LARGEST_ASSERTION_BYTES = 64 * 1024;

/**
 * The JWT in a file, read anew for every use because something else keeps it fresh.
 * @throws when it is no regular file, empty, or larger than a token can be.
 */
export async function readClientAssertion(path: string): Promise<string> {
  // Opening a named pipe would otherwise wait for somebody to write to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error('The client assertion is not a regular file.');
    const buffer = Buffer.alloc(LARGEST_ASSERTION_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    if (bytesRead > LARGEST_ASSERTION_BYTES) throw new Error('The client assertion is too large.');
    const assertion = buffer.toString('utf8', 0, bytesRead).trim();
    if (assertion === '') throw new Error('The client assertion is empty.');
    return assertion;
  } finally {
    await file.close();
  }
}
