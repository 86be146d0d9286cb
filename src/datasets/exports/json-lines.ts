import { toGlobalId } from '../../kernel/ids/global-id.js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
  parseJson,
} from '../../kernel/json/json.js';
import { pythonJson } from '../../kernel/text/python-json.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { type ExamplePayload, getExampleId } from '../examples/example-payloads.service.js';

/** Writes one example with all its fields. */
export function exampleLine(example: ExamplePayload): string {
  return line({
    id: getExampleId(example),
    node_id: toGlobalId(DATASET_EXAMPLE_TYPE, example.id),
    input: parseJson(example.input),
    output: parseJson(example.output),
    metadata: parseJson(example.metadata),
    splits: example.splits,
  });
}

/**
 * Writes a conversation for fine-tuning: messages and tools of the input, then the messages of the
 * output.
 */
export function fineTuningLine({ input, output }: ExamplePayload): string {
  const asked = parseJson(input);
  const messages = [...messagesOf(asked), ...messagesOf(parseJson(output))];
  const tools = memberOf(asked, 'tools');
  return line(isTruthy(tools) ? { messages, tools } : { messages });
}

/**
 * Writes a conversation for evaluation: messages of the input, and the text of the expected answer.
 */
export function evaluationLine({ input, output }: ExamplePayload): string {
  const answer = memberOf(messagesOf(parseJson(output)).at(-1), 'content');
  const ideal = typeof answer === 'string' ? answer : '';
  return line({ messages: messagesOf(parseJson(input)), ideal });
}

function line(value: JsonObject): string {
  return `${pythonJson(value, { isAscii: false })}\n`;
}

function messagesOf(payload: JsonValue): JsonValue[] {
  const messages = memberOf(payload, 'messages');
  return Array.isArray(messages) ? messages : [];
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) && Object.hasOwn(value, key)
    ? value[key]
    : undefined;
}

/** Returns whether a value is truthy in Python, where empty texts, lists and objects are false. */
function isTruthy(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null) return false;
  if (typeof value === 'number' || isRawNumber(value)) return numberValue(value) !== 0;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value);
}
