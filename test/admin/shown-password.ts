import type { Outcome } from '../support/invocation.js';

/** Returns the first password that a command printed, each on its own line. */
export const passwordIn = ({ stdout }: Outcome): string | undefined =>
  /^ {4}(\S+)$/m.exec(stdout)?.[1];
