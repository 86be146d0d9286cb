import { Injectable } from '@nestjs/common';
import { ProviderError } from '../protocol/provider-error.contract.js';
import { ChatsService } from '../chats/chats.service.js';
import type { ChatEvent } from '../protocol/chat-event.contract.js';
import type { ChatRequest } from '../protocol/chat-request.contract.js';
import { ModelClientsService } from '../model-clients.service.js';
import type { ModelId } from './model-id.js';

/** Passes chats on to a provider, with the credentials of the server. */
@Injectable()
export class ChatCompletionsService {
  constructor(
    private readonly clients: ModelClientsService,
    private readonly chats: ChatsService,
  ) {}

  /** Returns whether this server lets anyone use the provider of the model. */
  isAllowed(model: ModelId): boolean {
    return 'customProviderId' in model || this.clients.providerKeys.includes(model.provider);
  }

  /**
   * Asks a model. Resolves once the provider has accepted the request.
   * @throws ProviderError, BadRequestError if a credential is missing or cannot be read, NotFoundError
   * for an unknown custom provider.
   */
  async start(
    model: ModelId,
    request: ChatRequest,
    signal: AbortSignal,
  ): Promise<{ responseId: string | null; events: AsyncGenerator<ChatEvent, void> }> {
    const { client } = await this.chats.connect(
      'provider' in model ? { key: model.provider } : { customProviderId: model.customProviderId },
    );
    const events = client.stream(request, signal);
    const first = await events.next();
    if (first.done || first.value.type !== 'start') {
      throw new ProviderError(null, 'The provider answered nothing.');
    }
    return { responseId: first.value.responseId, events };
  }
}
