import { type JsonObject, stringifyJson } from '../../../kernel/json/json.js';
import type { SentAttributes } from './derived.js';

const NAME_OF_KEY: readonly (readonly [string, string])[] = [
  ['gen_ai.request.temperature', 'temperature'],
  ['gen_ai.request.top_p', 'top_p'],
  ['gen_ai.request.top_k', 'top_k'],
  ['gen_ai.request.max_tokens', 'max_tokens'],
  ['gen_ai.request.frequency_penalty', 'frequency_penalty'],
  ['gen_ai.request.presence_penalty', 'presence_penalty'],
  ['gen_ai.request.seed', 'seed'],
  ['gen_ai.request.stream', 'stream'],
  ['gen_ai.request.choice.count', 'n'],
  ['gen_ai.request.stop_sequences', 'stop'],
];

const RESPONSE_FORMATS = new Map([
  ['json', 'json_object'],
  ['text', 'text'],
]);

/**
 * Returns the parameters of the request as JSON text, named as in OpenAI's API; undefined if there
 * are none.
 */
export function readInvocationParameters(source: SentAttributes): string | undefined {
  const parameters: JsonObject = {};
  for (const [key, name] of NAME_OF_KEY) {
    const value = source.get(key);
    if (value !== undefined) parameters[name] = value;
  }
  addEncodingFormats(source, parameters);
  const outputType = source.get('gen_ai.output.type');
  const format = typeof outputType === 'string' ? RESPONSE_FORMATS.get(outputType) : undefined;
  if (format !== undefined) parameters['response_format'] = { type: format };
  return Object.keys(parameters).length === 0 ? undefined : stringifyJson(parameters);
}

function addEncodingFormats(source: SentAttributes, parameters: JsonObject): void {
  const formats = source.get('gen_ai.request.encoding_formats');
  if (formats === undefined) return;
  if (!Array.isArray(formats)) {
    parameters['encoding_format'] = formats;
  } else if (formats.length === 1) {
    parameters['encoding_format'] = formats[0] ?? null;
  } else if (formats.length > 1) {
    parameters['encoding_formats'] = formats;
  }
}
