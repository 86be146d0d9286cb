import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';

/**
 * Returns what a function was called with, from the form in which decorators record it: `args` and `kwargs`, or
 * LangChain's `inputs`. Any other object is returned as it is.
 */
export function unwrapFunctionArguments(value: JsonObject): JsonValue {
  const inputs = getOwn(value, 'inputs') ?? null;
  if (inputs !== null) return inputs;
  const args = getOwn(value, 'args');
  const kwargs = getOwn(value, 'kwargs');
  if (!Array.isArray(args) || kwargs === undefined || !isJsonObject(kwargs)) return value;
  if (Object.keys(kwargs).length === 0) {
    if (args.length === 0) return {};
    return args.length === 1 ? args[0]! : args;
  }
  return args.length === 0 ? kwargs : value;
}
