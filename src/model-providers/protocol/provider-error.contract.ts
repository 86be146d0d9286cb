/** A provider refused a request, could not be reached, or broke off. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  /**
   * @param status HTTP status of the provider's answer: 200 if that was no chat at all; null if the provider
   * did not answer, or failed while it answered.
   * @param message what happened, with the provider's own words and without credentials.
   * @param retryAfterMs how long the provider asks to wait; null if it does not say.
   */
  constructor(
    readonly status: number | null,
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
