import type { JsonObject } from '../../kernel/json/json.js';
import type { PromptMessageJson, PromptTemplateJson } from './prompt-template.schema.js';
import { readTemplates, renderTemplates, type TemplateReading } from './render-templates.js';
import type { TemplateFormatName } from './template-parts.js';

/** Returns the names of the variables of a template, in order of appearance. */
export function listVariables(template: PromptTemplateJson, format: TemplateFormatName): string[] {
  if (template.type === 'chat') return readMessages(template.messages, format).names;
  return readTemplates([template.template], format).names;
}

/** Parses the texts of messages as templates. A problem has the index of its message. */
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
 * Replaces the variables in the texts of messages. The arguments of tool calls and the results of
 * tools are not templates and stay unchanged.
 * @throws TemplateError for a text that cannot be parsed, and for missing variables.
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
