import { type Json, parseExactJson } from '../../../lib/json/exact-json.js';
import { readStructureAt, readTextAt } from '../../../lib/openinference/attribute-path.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import type { AnsweredCall } from '../run/run.js';

/** The result of a tool in a trace. */
export interface RecordedResult {
  name: string;
  /** The arguments as JSON without white space; undefined if they were not recorded. */
  given: string | undefined;
  text: string;
}

/** Reads what the tool of a span returned; undefined if it was not recorded. */
export function readToolResult(spanName: string, text: string): RecordedResult | undefined {
  const attributes = parseExactJson(text);
  const output = readValue(attributes, 'output');
  if (!output) return undefined;
  const given =
    readStructureAt(attributes, 'tool.parameters') ?? readStructureAt(attributes, 'input.value');
  const name = readTextAt(attributes, 'tool.name') ?? spanName;
  return { name, given: given === undefined ? undefined : writeCompact(given), text: output.value };
}

/**
 * Finds the recorded result of a call: of one with the same arguments if there is one, or else of
 * the first call of the tool.
 */
export function findRecordedResult(
  results: readonly RecordedResult[],
  { name, arguments: given }: AnsweredCall,
): { text: string; hasSameArguments: boolean } | undefined {
  const ofTool = results.filter((result) => result.name === name);
  const asked = compact(given);
  const same = ofTool.find((result) => result.given === asked);
  const found = same ?? ofTool[0];
  return found && { text: found.text, hasSameArguments: same !== undefined };
}

function compact(json: string): string {
  try {
    return writeCompact(parseExactJson(json));
  } catch {
    return json;
  }
}

function writeCompact(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
