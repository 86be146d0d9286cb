import type { ChatEvent } from './chat-event.contract.js';
import type { ChatRequest } from './chat-request.contract.js';

/** A provider that answers chats. There is one implementation for each wire format. */
export interface ModelClient {
  /**
   * The body of the request that `stream` sends, for comparison and for traces.
   */
  toBody(request: ChatRequest): object;

  /**
   * Asks a model and yields its answer as it arrives. The first event is the start, the
   * last one the end.
   * @param signal cancels the request, also at the provider.
   * @throws ProviderError if the provider refuses, cannot be reached, answers something other than a chat,
   * or breaks off.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void>;

  /** @throws ProviderError if the provider does not accept the credentials, or cannot be reached. */
  listModels(signal: AbortSignal): Promise<string[]>;
}
