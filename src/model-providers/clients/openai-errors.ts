import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { describeFailure } from './describe-failure.js';

/** Passes on what is read. Errors of the SDK become `ProviderError`s. */
export async function* readOpenAIErrors<T>(
  source: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof APIUserAbortError || !(error instanceof Error)) throw error;
    if (error instanceof APIConnectionError || !(error instanceof APIError)) {
      throw describeFailure(error);
    }
    throw describeFailure(error, {
      status: error.status ?? null,
      body: error.error,
      headers: error.headers,
    });
  }
}
