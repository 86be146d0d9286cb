import { Args, Resolver, Subscription } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { abortable } from '../../kernel/graphql/subscriptions/abortable.js';
import { PlaygroundService } from '../playground.service.js';
import { ChatCompletionInput, readPlaygroundChat } from './chat-completion.inputs.js';
import { toPayloads } from './chat-completion.payloads.js';
import {
  ChatCompletionSubscriptionPayload,
  type ChatCompletionPayloadType,
} from './chat-completion.type.js';

@Resolver()
export class PlaygroundResolver {
  constructor(private readonly playground: PlaygroundService) {}

  @Subscription(() => ChatCompletionSubscriptionPayload, {
    description:
      'Asks a model and streams its answers. Each repetition becomes a trace of the project ' +
      '`playground`, or of one that only you see if you can read a private project, and ends with a result or an error. Leaving the stream cancels all of them.',
    resolve: (payload: ChatCompletionPayloadType) => payload,
  })
  @Access('MEMBER')
  chatCompletion(
    @Args('input') input: ChatCompletionInput,
    @Caller() caller: Identity,
  ): AsyncGenerator<ChatCompletionPayloadType, void> {
    const chat = readPlaygroundChat(input, caller);
    const events = (signal: AbortSignal) => this.playground.run(chat, signal);
    return abortable(async function* (signal) {
      for await (const event of events(signal)) yield* toPayloads(event, input.streamModelOutput);
    });
  }
}
