import { ConfigurationError, readEnv } from '../../src/config/env.js';

/** Returns the configuration error for an environment; null if it is valid. */
export function messageOf(source: Record<string, string>): string | null {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return null;
}
