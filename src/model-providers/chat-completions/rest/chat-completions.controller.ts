import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, HttpCode, Logger, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type IdentifiedRequest } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { BadRequestError, UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { numberValue } from '../../../kernel/json/json.js';
import type { ChatRequest } from '../../protocol/chat-request.contract.js';
import type { ChatEvent } from '../../protocol/chat-event.contract.js';
import { ProviderError } from '../../protocol/provider-error.contract.js';
import { ChatCompletionsService } from '../chat-completions.service.js';
import { parseModelId } from '../model-id.js';
import {
  ChatCompletion,
  type CompletionHead,
  toFinishReason,
  toUsage,
} from './chat-completion.dto.js';
import { whileAllowed } from '../while-allowed.js';
import { toCompletionChunks } from './completion-chunks.js';
import { CompletionError } from './completion-error.dto.js';
import { CompletionErrorFilter, UnknownModelError } from './completion-error.filter.js';
import {
  type CreateChatCompletion,
  createChatCompletionBody,
} from './create-chat-completion.body.js';

/** Chats in the format of OpenAI, with any provider whose credentials the server has. */
@ApiTags('chat')
@Controller('v1/chat/completions')
@UseFilters(CompletionErrorFilter)
export class ChatCompletionsController {
  private readonly logger = new Logger('chat-completions');

  constructor(private readonly completions: ChatCompletionsService) {}

  /**
   * Asks a model, so that the clients of OpenAI work with any provider. Supports texts, but no tools.
   * With `stream`, sends the answer as server-sent events, the last of which is `[DONE]`. If you lose access
   * before it is complete, it ends with an error.
   */
  @Post()
  @HttpCode(200)
  @Access('VIEWER', 'while storage is full too')
  @ApiOkResponse({ type: ChatCompletion })
  @ApiResponse({
    status: 400,
    type: CompletionError,
    description: 'A parameter is not supported, or a credential is missing.',
  })
  @ApiResponse({
    status: 404,
    type: CompletionError,
    description: 'The model or the custom provider is unknown.',
  })
  @ApiResponse({ status: 413, type: CompletionError, description: 'The body is too large.' })
  @ApiResponse({ status: 422, type: CompletionError, description: 'The request is not valid.' })
  @ApiResponse({
    status: 429,
    type: CompletionError,
    description:
      'The provider refuses more requests for now, or too many wrong credentials came from this address; see `Retry-After`.',
  })
  @ApiResponse({
    status: 502,
    type: CompletionError,
    description: 'The provider cannot be reached, or did not answer with a chat.',
  })
  @ApiResponse({
    status: 503,
    type: CompletionError,
    description:
      'The server is at capacity, or its database is busy or cannot be reached; see `Retry-After`.',
  })
  @ApiResponse({
    status: 507,
    type: CompletionError,
    description: 'The database is nearly full, so nothing new is stored; see `Retry-After`.',
  })
  async create(
    @Body({ schema: createChatCompletionBody }) body: CreateChatCompletion,
    @Req() { assertAccess }: IdentifiedRequest,
    @Res() response: Response,
  ): Promise<void> {
    const model = parseModelId(body.model);
    if (!model || !this.completions.isAllowed(model)) throw new UnknownModelError(body.model);
    refuseUnsupported(body);
    const request = toRequest(model.modelName, body);
    const abandoned = new AbortController();
    response.once('close', () => abandoned.abort());
    const answer = await this.completions.start(model, request, abandoned.signal);
    const events = whileAllowed(answer.events, assertAccess, abandoned);
    const head: CompletionHead = {
      id: answer.responseId ?? `chatcmpl-${randomBytes(12).toString('hex')}`,
      created: Math.floor(Date.now() / 1000),
      model: body.model,
    };
    if (!body.stream) {
      response.json(await toCompletion(head, events));
      return;
    }
    const includesUsage = body.stream_options?.include_usage === true;
    const chunks = toCompletionChunks(head, events, includesUsage);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    await pipeline(this.writeEvents(chunks, response), response);
  }

  private async *writeEvents(
    chunks: AsyncIterable<object>,
    response: Response,
  ): AsyncGenerator<string> {
    try {
      for await (const chunk of chunks) yield toEvent(chunk);
    } catch (error) {
      if (response.destroyed) return;
      if (error instanceof UnauthenticatedError) {
        // The answer is not complete, so it does not end like one.
        yield toEvent({ error: { message: error.message, type: 'authentication_error' } });
        return;
      }
      const isTellable = error instanceof ProviderError;
      if (!isTellable) this.logger.error({ err: error }, 'unexpected error');
      const message = isTellable ? error.message : 'Internal Server Error';
      yield toEvent({ error: { message, type: 'api_error' } });
    }
    yield 'data: [DONE]\n\n';
  }
}

function toEvent(content: object): string {
  return `data: ${JSON.stringify(content)}\n\n`;
}

async function toCompletion(
  head: CompletionHead,
  events: AsyncIterable<ChatEvent>,
): Promise<ChatCompletion> {
  let [content, thoughts] = ['', ''];
  for await (const event of events) {
    if (event.type === 'text') content += event.text;
    if (event.type === 'reasoning') thoughts += event.text;
    if (event.type !== 'end') continue;
    const message = {
      role: 'assistant' as const,
      content,
      ...(thoughts !== '' && { reasoning_content: thoughts }),
    };
    return {
      id: head.id,
      object: 'chat.completion',
      created: head.created,
      model: head.model,
      choices: [{ index: 0, message, finish_reason: toFinishReason(event.finishReason) }],
      ...(event.usage && { usage: toUsage(event.usage) }),
    };
  }
  throw new ProviderError(null, 'The provider broke off its answer.');
}

/** @throws BadRequestError naming the first parameter that this server does not support. */
function refuseUnsupported(body: CreateChatCompletion): void {
  const { tools, tool_choice: toolChoice, response_format: format, n } = body;
  if ((Array.isArray(tools) ? tools.length > 0 : tools != null) || toolChoice != null) {
    throw new BadRequestError('Tool calling is not supported. Leave out tools and tool_choice.');
  }
  if (format != null && (format as { type?: unknown }).type !== 'text') {
    throw new BadRequestError('response_format must be {"type": "text"}.');
  }
  if (n != null && numberValue(n) !== 1) throw new BadRequestError('n must be 1.');
  if (body.stream_options != null && !body.stream) {
    throw new BadRequestError('stream_options requires stream: true.');
  }
}

function toRequest(modelName: string, body: CreateChatCompletion): ChatRequest {
  const stop = typeof body.stop === 'string' ? [body.stop] : body.stop;
  const parameters = {
    temperature: body.temperature,
    top_p: body.top_p,
    frequency_penalty: body.frequency_penalty,
    presence_penalty: body.presence_penalty,
    // Servers that imitate OpenAI often know only the older name.
    max_tokens: body.max_completion_tokens == null ? body.max_tokens : null,
    max_completion_tokens: body.max_completion_tokens,
    seed: body.seed,
    stop,
  };
  const given = Object.entries(parameters).filter(([, value]) => value != null);
  return {
    modelName,
    messages: body.messages.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
    })),
    tools: null,
    responseFormat: null,
    parameters: { type: 'openai', openai: Object.fromEntries(given) },
  };
}
