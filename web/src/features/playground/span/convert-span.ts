import {
  createMessage,
  type MessageDraft,
} from '../../../components/prompt-editor/message-draft.js';
import type { ChatDraft } from '../../../components/prompt-editor/version-draft.js';
import { isObject, isStructure, type Json, printExactJson } from '../../../lib/json/exact-json.js';
import {
  readAt,
  readListAt,
  readStructureAt,
  readTextAt,
  toText,
} from '../../../lib/openinference/attribute-path.js';
import { readMessages } from '../../../lib/openinference/read-messages.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import type { PlaygroundStart, VariableDraft } from '../draft/playground-draft.js';
import type { AnsweredCall } from '../run/run.js';
import { convertMessages } from './convert-messages.js';
import { convertModel } from './convert-model.js';
import { convertTemplate } from './convert-template.js';
import { convertTools } from './convert-tools.js';

/** The start of the playground to repeat the call of a span. */
export interface ConvertedSpan {
  start: PlaygroundStart;
  /** The answer of the span; null if it recorded none. */
  original: { text: string; calls: AnsweredCall[] } | null;
  /** The parts that could not be read, in sentences. */
  unread: string[];
}

/** Converts the attributes of an LLM span as described by OpenInference. */
export function convertSpan(attributes: Json): ConvertedSpan {
  const unread: string[] = [];
  const note = (text: string) => unread.push(text);
  const template = convertTemplate(attributes);
  const model = convertModel(attributes, note);
  const chat: ChatDraft = {
    ...model,
    customProviderId: null,
    messages: template?.messages ?? readAsked(attributes, note),
    tools: convertTools(attributes, note),
  };
  const variables = readVariables(attributes);
  const isFilled = readAt(attributes, 'llm.prompt_template.template') !== undefined;
  if (!template && isFilled && Object.keys(variables).length > 0) {
    note('The prompt template was not used. The messages contain the values of its variables.');
  }
  return {
    start: {
      chat,
      templateFormat: template?.format ?? 'NONE',
      variables: template ? variables : {},
    },
    original: readOriginal(attributes),
    unread,
  };
}

/** Returns the messages with their variables replaced. */
function readAsked(attributes: Json, note: (text: string) => void): MessageDraft[] {
  const messages = readMessages(attributes, 'llm.input_messages');
  if (messages.length > 0) return convertMessages(messages, note);
  const prompts = readListAt(attributes, 'llm.prompts').flatMap((item) => {
    const text = readTextAt(item, 'prompt.text') ?? toText(item);
    return text === undefined ? [] : [text];
  });
  if (prompts.length > 0) {
    note('The span is of a completion model. Each of its prompts became a user message.');
    return prompts.map(createUserMessage);
  }
  const input = readValue(attributes, 'input');
  if (input) {
    note('The span recorded no messages. Its input became a user message.');
    return [createUserMessage(input.value)];
  }
  note('The span recorded no messages and no input.');
  return [createMessage('USER')];
}

function createUserMessage(text: string): MessageDraft {
  const message = createMessage('USER');
  const [part] = message.parts;
  return part?.kind === 'text' ? { ...message, parts: [{ ...part, text }] } : message;
}

function readVariables(attributes: Json): Record<string, VariableDraft> {
  const recorded = readStructureAt(attributes, 'llm.prompt_template.variables');
  if (!isObject(recorded)) return {};
  return Object.fromEntries(
    Object.entries(recorded).map(([name, value = null]): [string, VariableDraft] => [
      name,
      typeof value === 'string'
        ? { text: value, isJson: false }
        : { text: printExactJson(value), isJson: true },
    ]),
  );
}

function readOriginal(attributes: Json): ConvertedSpan['original'] {
  const messages = readMessages(attributes, 'llm.output_messages');
  const texts = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  );
  const calls = messages
    .flatMap(({ toolCalls }) => toolCalls)
    .map(({ id, name, arguments: given }, place) => ({
      id: id ?? `call_${place + 1}`,
      name,
      arguments: isStructure(given) ? printExactJson(given) : (toText(given) ?? ''),
    }));
  if (texts.length + calls.length > 0) return { text: texts.join('\n\n'), calls };
  const output = readValue(attributes, 'output');
  return output ? { text: output.value, calls: [] } : null;
}
