import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChatEvent } from '../protocol/chat-event.contract.js';
import type { ChatMessage, ChatRequest } from '../protocol/chat-request.contract.js';
import type { ModelClient } from '../protocol/model-client.js';
import { ProviderError } from '../protocol/provider-error.contract.js';
import type { JsonObject } from '../../kernel/json/json.js';
import {
  type ModelProviderKey,
  nameInSpans,
  PROVIDER_OF_SDK,
} from '../../config/model-providers.js';
import { SpanRecorder } from '../../spans/span-recorder.js';
import type { ConnectionWish } from '../credentials.service.js';
import { CustomModelProvidersService } from '../custom/custom-model-providers.service.js';
import { ModelClientsService } from '../model-clients.service.js';
import { ChatAnswer } from './chat-answer.js';
import { toChatSpan } from './chat-span.js';

export type { ChatAnswer } from './chat-answer.js';
export type { ConnectionWish } from '../credentials.service.js';

/** A provider that answers nothing for this long is given up. */
const MAX_SILENCE_MS = 90_000;

/** The provider that answers a chat: a built-in one, or a custom one by its row ID. */
export type ChatProvider =
  | { key: ModelProviderKey; wish?: ConnectionWish }
  | { customProviderId: number };

/** A provider with its credentials, ready to answer. */
export interface ConnectedProvider {
  client: ModelClient;
  /** As in the attribute `llm.provider`. */
  name: string;
}

/** A chat to run and to record. */
export interface Chat {
  provider: ConnectedProvider;
  request: ChatRequest;
  /** Name of the span. */
  name: string;
  /** The project that gets the span; null to record nothing. */
  projectName: string | null;
  /** The messages before their variables were replaced, and the variables. */
  template?: { messages: readonly ChatMessage[]; variables: JsonObject };
  /** The span above it. */
  parent?: { traceId: string; spanId: string };
  /** Further attributes of the span, such as `user.id`. */
  attributes?: JsonObject;
}

/** The outcome of a chat. */
export interface ChatOutcome {
  answer: ChatAnswer;
  /** Null if the chat succeeded. */
  error: Error | null;
  startTime: Date;
  endTime: Date;
  /** The stored span; null if none was recorded. */
  span: { traceId: string; spanId: string } | null;
}

/** Runs chats for the playground, evaluators and experiments, and records each as a span. */
@Injectable()
export class ChatsService {
  constructor(
    private readonly clients: ModelClientsService,
    private readonly customProviders: CustomModelProvidersService,
    private readonly recorder: SpanRecorder,
  ) {}

  /**
   * @throws BadRequestError if a credential is missing or cannot be read, ForbiddenError if the
   * operator does not allow the provider, NotFoundError for an unknown custom provider.
   */
  async connect(provider: ChatProvider): Promise<ConnectedProvider> {
    if ('key' in provider) {
      const client = await this.clients.forProvider(provider.key, provider.wish);
      return { client, name: nameInSpans(provider.key) };
    }
    const connection = await this.customProviders.openConnection(provider.customProviderId);
    const client = await this.clients.forConnection(connection);
    return { client, name: nameInSpans(PROVIDER_OF_SDK[connection.sdk]) };
  }

  /**
   * Asks a model and yields its answer as it arrives. Returns how it ended: a refusal or failure of the
   * provider is an outcome, too, and is recorded with what arrived before it.
   * @param signal cancels the request, also at the provider; the outcome is an error then.
   * @throws UnavailableError if the span cannot be stored now.
   */
  async *run(chat: Chat, signal: AbortSignal): AsyncGenerator<ChatEvent, ChatOutcome> {
    const answer = new ChatAnswer();
    const startTime = new Date();
    let error: Error | null = new Error('The chat was canceled.');
    let outcome: ChatOutcome | undefined;
    try {
      for await (const event of withoutSilence(chat, signal)) {
        answer.add(event);
        yield event;
      }
      error = null;
    } catch (thrown) {
      if (!signal.aborted) error = toError(thrown);
    } finally {
      // Also if the reader leaves, because what arrived until then has been paid for.
      const ended = { answer, error, startTime, endTime: new Date() };
      outcome = { ...ended, span: await this.record(chat, ended) };
    }
    return outcome;
  }

  /**
   * Stores the span of a chat that has ended, for callers that ran it without a project.
   * @returns the key of the span; null if the chat has no project.
   * @throws UnavailableError if the span cannot be stored now.
   */
  async record(
    { request, provider, name, projectName, template, parent, attributes }: Chat,
    outcome: Omit<ChatOutcome, 'span'>,
  ): Promise<ChatOutcome['span']> {
    if (projectName === null) return null;
    const random = randomBytes(24).toString('hex');
    const span = { traceId: parent?.traceId ?? random.slice(16), spanId: random.slice(0, 16) };
    const { answer, error, startTime, endTime } = outcome;
    const described = toChatSpan({
      ...span,
      answer,
      error,
      startTime,
      endTime,
      parentId: parent?.spanId ?? null,
      name,
      provider: provider.name,
      request,
      template,
      attributes,
    });
    await this.recorder.record(projectName, [described]);
    return span;
  }
}

/** @throws ProviderError if the provider sends nothing for too long. */
async function* withoutSilence(
  { provider, request }: Chat,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
  try {
    const both = AbortSignal.any([signal, silence.signal]);
    for await (const event of provider.client.stream(request, both)) {
      timer.refresh();
      yield event;
    }
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    const seconds = MAX_SILENCE_MS / 1000;
    throw new ProviderError(null, `The provider sent nothing for ${seconds} seconds.`, null, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
