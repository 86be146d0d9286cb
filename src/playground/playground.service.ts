import { Injectable } from '@nestjs/common';
import type { Identity } from '../kernel/access/access.js';
import type { ChatEvent } from '../model-providers/protocol/chat-event.contract.js';
import type {
  ChatMessage,
  ChatRequest,
  FilePart,
} from '../model-providers/protocol/chat-request.contract.js';
import { partsOf } from '../model-providers/protocol/message-parts.contract.js';
import type { JsonObject } from '../kernel/json/json.js';
import {
  type Chat,
  type ChatOutcome,
  ChatsService,
  type ConnectedProvider,
  type ConnectionWish,
} from '../model-providers/chats/chats.service.js';
import { PlaygroundProjectsService } from '../projects/access/playground-projects.service.js';
import {
  PromptRequestsService,
  type PromptVersionContent,
} from '../prompts/versions/prompt-requests.service.js';
import { joinPieces } from './join-pieces.js';
import { mergeGenerators } from './merge-generators.js';

/** Repetitions of one chat at a time. */
const MAX_AT_ONCE = 3;

/** Name of the spans of a prompt that has none. */
const DEFAULT_NAME = 'Playground';

/** A file to send with a message of the prompt. */
export interface MessageFile {
  /** From 0. */
  messageIndex: number;
  file: FilePart;
}

/** The prompt to try, and its model. */
export interface PlaygroundChat {
  version: PromptVersionContent;
  variables: JsonObject;
  files: readonly MessageFile[];
  /** How to reach a built-in provider. */
  wish: ConnectionWish;
  promptName: string | null;
  repetitions: number;
  /** Who tries it. */
  caller: Identity;
}

/** A piece of one repetition, or how it ended. */
export type PlaygroundEvent = { repetition: number } & (
  | { event: ChatEvent; outcome: null }
  | { event: null; outcome: ChatOutcome }
);

/** Tries prompts against models. Each try becomes a trace of the project `playground`, or of one that only its sender sees. */
@Injectable()
export class PlaygroundService {
  constructor(
    private readonly chats: ChatsService,
    private readonly prompts: PromptRequestsService,
    private readonly projects: PlaygroundProjectsService,
  ) {}

  /**
   * Runs a chat and yields the pieces of its repetitions as they arrive, each with an outcome at the
   * end. A failure of the provider is an outcome.
   * @param signal cancels every repetition.
   * @throws TemplateError for missing variables, BadRequestError for a missing credential,
   * ForbiddenError for a provider that is not allowed, NotFoundError for an unknown custom provider.
   */
  async *run(chat: PlaygroundChat, signal: AbortSignal): AsyncGenerator<PlaygroundEvent, void> {
    const { version, variables, wish } = chat;
    const filled = this.prompts.fill(version, variables);
    const request = { ...filled, messages: addFiles(filled.messages, chat.files) };
    const provider = await this.chats.connect(
      version.customProviderId === null
        ? { key: version.modelProvider, wish }
        : { customProviderId: version.customProviderId },
    );
    const projectName = await this.projects.choose(chat.caller);
    const repetitions = Array.from({ length: chat.repetitions }, (_, index) => index + 1);
    yield* mergeGenerators(
      repetitions.map(
        (repetition) => () =>
          this.repeat(chat, { provider, request, projectName, repetition }, signal),
      ),
      MAX_AT_ONCE,
    );
  }

  private async *repeat(
    { version, variables, promptName, caller: { username } }: PlaygroundChat,
    { provider, request, projectName, repetition }: Repetition,
    signal: AbortSignal,
  ): AsyncGenerator<PlaygroundEvent, void> {
    const chat: Chat = {
      provider,
      request,
      name: promptName ?? DEFAULT_NAME,
      projectName,
      template: { messages: this.prompts.toMessages(version), variables },
      attributes: username === null ? {} : { 'user.id': username },
    };
    const events = joinPieces(this.chats.run(chat, signal));
    let next = await events.next();
    try {
      for (; !next.done; next = await events.next()) {
        yield { repetition, event: next.value, outcome: null };
      }
    } finally {
      if (!next.done) await events.return(undefined as never);
    }
    yield { repetition, event: null, outcome: next.value };
  }
}

interface Repetition {
  provider: ConnectedProvider;
  request: ChatRequest;
  projectName: string | null;
  repetition: number;
}

function addFiles(messages: readonly ChatMessage[], files: readonly MessageFile[]): ChatMessage[] {
  return messages.map((message, index) => {
    const own = files.filter(({ messageIndex }) => messageIndex === index).map(({ file }) => file);
    if (own.length === 0) return message;
    // Some providers refuse an empty text beside a file.
    const parts = partsOf(message).filter((part) => part.type !== 'text' || part.text !== '');
    return { ...message, content: [...parts, ...own] };
  });
}
