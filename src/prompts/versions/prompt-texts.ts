import type { JsonObject } from '../../common/json/json.js';
import {
  readTemplates,
  renderTemplates,
  type TemplateReading,
} from '../rendering/chat-template.js';
import type { TemplateFormatName } from '../rendering/template-parts.js';
import type { PromptMessageJson, PromptTemplateJson } from './prompt-template.schema.js';

/** The names of the variables of a template, in the order in which they appear. */
export function templateVariables(
  template: PromptTemplateJson,
  format: TemplateFormatName,
): string[] {
  if (template.type === 'chat') return readMessages(template.messages, format).names;
  return readTemplates([template.template], format).names;
}

/** Parses the texts of messages as templates. Errors name the index of the message. */
export function readMessages(
  messages: readonly PromptMessageJson[],
  format: TemplateFormatName,
): TemplateReading {
  const places = messages.flatMap((message, index) => textsOf(message).map(() => index));
  const { names, problems } = readTemplates(messages.flatMap(textsOf), format);
  return {
    names,
    problems: problems.map(({ index, message }) => ({ index: places[index]!, message })),
  };
}

/**
 * Messages with values in the place of variables. Only what is said is a template: what tools are
 * called with and what they answer stays.
 * @throws TemplateError for what cannot be read, and for values that are missing.
 */
export function renderMessages(
  messages: readonly PromptMessageJson[],
  format: TemplateFormatName,
  variables: JsonObject,
): PromptMessageJson[] {
  const rendered = renderTemplates(messages.flatMap(textsOf), format, variables).values();
  const next = () => rendered.next().value ?? '';
  return messages.map(({ role, content }) => ({
    role,
    content:
      typeof content === 'string'
        ? next()
        : content.map((part) => (part.type === 'text' ? { ...part, text: next() } : part)),
  }));
}

function textsOf({ content }: PromptMessageJson): string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
