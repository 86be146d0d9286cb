import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { toProviderError } from './describe-failure.js';

/** Passes on what is read. Errors of the SDK become `ProviderError`s. */
export async function* readOpenAIErrors<T>(
  source: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    throw describeOpenAIError(error);
  }
}

/** Returns an error of the SDK as a `ProviderError`, and anything else as it is. */
export function describeOpenAIError(error: unknown): unknown {
  return toProviderError(error, { APIConnectionError, APIError, APIUserAbortError });
}
