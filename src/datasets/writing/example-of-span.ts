import { attributeAt } from '../../common/json/attributes.js';
import { cleanJson } from '../../common/json/clean-json.js';
import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../common/json/json.js';
import type { FullSpan } from '../../tracing/spans/spans.service.js';
import type { ExampleContent } from './content-hash.js';
import { toMessage, unwrapped } from './span-messages.js';

const LLM = 'LLM';
const RETRIEVER = 'RETRIEVER';

/** Levels of an example that may be above a span's value. */
const LEVELS_ABOVE = 4;

/**
 * The example that a span makes, by what OpenInference says of its kind:
 *
 * - input of an LLM span: `messages`, with `tools` and `prompt_template_variables` where it has them;
 * - output of an LLM span: `messages`; of a retriever: `documents`;
 * - any other: the value itself when it is a JSON object, else `{"input": value}`, `{"output": value}`.
 *
 * Its metadata is that of the span, with the kind of the span as `span_kind`.
 */
export function exampleOfSpan({ row, attributes }: FullSpan): ExampleContent {
  const content = {
    input: inputOf(row.kind, attributes),
    output: outputOf(row.kind, attributes),
    metadata: { ...objectAt(attributes, 'metadata'), span_kind: row.kind },
  };
  return cleanJson(content) as JsonObject & ExampleContent;
}

function inputOf(kind: string, attributes: JsonObject): JsonObject {
  const value = valueAt(attributes, 'input');
  if (kind !== LLM) return value;
  const messages = messagesAt(attributes, 'llm.input_messages');
  const tools = toolsOf(attributes);
  const variables = objectAt(attributes, 'llm.prompt_template.variables');
  return {
    ...(messages.length > 0 ? { messages } : value),
    ...(tools.length > 0 ? { tools } : {}),
    ...(variables ? { prompt_template_variables: variables } : {}),
  };
}

function outputOf(kind: string, attributes: JsonObject): JsonObject {
  if (kind === LLM) {
    const messages = messagesAt(attributes, 'llm.output_messages');
    if (messages.length > 0) return { messages };
  }
  if (kind === RETRIEVER) {
    const documents = unwrapped(attributeAt(attributes, 'retrieval.documents'), 'document');
    if (documents.length > 0) return { documents };
  }
  return valueAt(attributes, 'output');
}

/** `input.value` or `output.value` as an object. */
function valueAt(attributes: JsonObject, side: 'input' | 'output'): JsonObject {
  const value = attributeAt(attributes, `${side}.value`) ?? null;
  if (value === null) return {};
  const isJson = attributeAt(attributes, `${side}.mime_type`) === 'application/json';
  const parsed = isJson && typeof value === 'string' ? parsedOr(value, value) : value;
  return isJsonObject(parsed) ? parsed : { [side]: parsed };
}

function messagesAt(attributes: JsonObject, path: string): JsonObject[] {
  return unwrapped(attributeAt(attributes, path), 'message').map(toMessage);
}

/** What each tool says of itself, as the model was told. */
function toolsOf(attributes: JsonObject): JsonValue[] {
  return unwrapped(attributeAt(attributes, 'llm.tools'), 'tool').map((tool) => {
    const schema = getOwn(tool, 'json_schema') ?? tool;
    return typeof schema === 'string' ? parsedOr(schema, schema) : schema;
  });
}

/** An object, or the text of one. */
function objectAt(attributes: JsonObject, path: string): JsonObject | undefined {
  const value = attributeAt(attributes, path);
  const parsed = typeof value === 'string' ? parsedOr(value, null) : value;
  return parsed !== undefined && isJsonObject(parsed) ? parsed : undefined;
}

/** Text that is no JSON, or nests deeper than is stored, is left to be a text. */
function parsedOr(text: string, otherwise: JsonValue): JsonValue {
  try {
    return cleanJson(parseJson(text), LEVELS_ABOVE);
  } catch {
    return otherwise;
  }
}
