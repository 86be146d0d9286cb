import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ChatUsage, FinishReason } from '../../protocol/chat-event.contract.js';

/** Numbers of tokens that come from a provider's cache. */
export class PromptTokensDetails {
  @ApiProperty({ type: Number })
  cached_tokens: number;
}

/** Numbers of tokens. */
export class CompletionUsage {
  @ApiProperty({ type: Number })
  prompt_tokens: number;

  @ApiProperty({ type: Number })
  completion_tokens: number;

  @ApiProperty({ type: Number })
  total_tokens: number;

  @ApiPropertyOptional({ type: PromptTokensDetails, description: 'Only if the cache was used.' })
  prompt_tokens_details?: PromptTokensDetails;
}

/** The answer of the model. */
export class CompletionMessage {
  @ApiProperty({ enum: ['assistant'] })
  role: 'assistant';

  @ApiProperty({ type: String })
  content: string;

  @ApiPropertyOptional({
    type: String,
    description: "The model's reasoning before the answer, if the provider sends it.",
  })
  reasoning_content?: string;
}

/** The only choice. */
export class CompletionChoice {
  @ApiProperty({ type: Number })
  index: number;

  @ApiProperty({ type: CompletionMessage })
  message: CompletionMessage;

  @ApiProperty({
    type: String,
    description: 'Such as `stop` or `length`; other reasons in the words of the provider.',
  })
  finish_reason: string;
}

/** A whole answer, in the format of OpenAI. */
export class ChatCompletion {
  @ApiProperty({ type: String, description: "The provider's ID of the answer, if it has one." })
  id: string;

  @ApiProperty({ enum: ['chat.completion'] })
  object: 'chat.completion';

  @ApiProperty({ type: Number, description: 'When it was made, in seconds since 1970.' })
  created: number;

  @ApiProperty({ type: String, description: 'As requested.' })
  model: string;

  @ApiProperty({ type: [CompletionChoice] })
  choices: CompletionChoice[];

  @ApiPropertyOptional({ type: CompletionUsage, description: 'If the provider tells it.' })
  usage?: CompletionUsage;
}

/** The fields that all chunks of an answer have. */
export interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

/** OpenAI's names of why an answer ended. */
export function toFinishReason(reason: FinishReason): string {
  return reason === 'tool_call' ? 'tool_calls' : reason;
}

export function toUsage(usage: ChatUsage): CompletionUsage {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    ...(usage.cacheReadTokens > 0 && {
      prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
    }),
  };
}
