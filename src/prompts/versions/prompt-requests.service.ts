import { Injectable } from '@nestjs/common';
import type {
  ChatMessage,
  ChatRequest,
} from '../../model-providers/protocol/chat-request.contract.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { listVariables, renderMessages } from '../templates/prompt-messages.js';
import type { PromptVersionContent } from './prompt-version-content.js';

export type { PromptVersionContent } from './prompt-version-content.js';

/** Turns versions of prompts into what a model is asked. */
@Injectable()
export class PromptRequestsService {
  /** The names of the variables, in order of appearance. */
  listVariables({ template, templateFormat }: PromptVersionContent): string[] {
    return listVariables(template, templateFormat);
  }

  /**
   * Replaces the variables.
   * @throws TemplateError for a text that cannot be parsed, and for missing variables.
   */
  fill(version: PromptVersionContent, variables: JsonObject): ChatRequest {
    return {
      modelName: version.modelName,
      messages: renderMessages(toMessages(version), version.templateFormat, variables),
      tools: version.tools,
      responseFormat: version.responseFormat,
      parameters: version.invocationParameters,
    };
  }

  /** The messages with their variables. A text is the message of a user. */
  toMessages(version: PromptVersionContent): ChatMessage[] {
    return toMessages(version);
  }
}

function toMessages({ template }: PromptVersionContent) {
  if (template.type === 'chat') return template.messages;
  return [{ role: 'user' as const, content: template.template }];
}
