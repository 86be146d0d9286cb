import { ConfigurationError, readEnv } from '../../src/config/env.js';

/** What the server says to an environment that it does not start with; null when it would start. */
export function messageOf(source: Record<string, string>): string | null {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return null;
}
