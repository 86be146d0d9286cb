import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { describeFailure } from './describe-failure.js';

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
  if (error instanceof APIUserAbortError || !(error instanceof Error)) return error;
  if (error instanceof APIConnectionError || !(error instanceof APIError)) {
    return describeFailure(error);
  }
  return describeFailure(error, {
    status: error.status ?? null,
    body: error.error,
    headers: error.headers,
  });
}
