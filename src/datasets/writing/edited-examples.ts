import { cleanJson, JsonTooDeepError } from '../../common/json/clean-json.js';
import { DomainError } from '../../common/errors/errors.js';
import { rowIdOf } from '../../common/ids/global-id.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../common/json/json.js';
import { contentHash, type ExampleContent } from './content-hash.js';
import type { StagedRow } from './staged-row.js';

const PARTS = ['input', 'output', 'metadata'] as const;

/** What of an example somebody has given. */
export type GivenContent = Partial<Record<(typeof PARTS)[number], unknown>>;

/**
 * The parts that are given, cleaned.
 * @param where begins the message of the refusal.
 * @throws DomainError BAD_USER_INPUT for one that is not an object or is nested too deeply.
 */
export function readContent(given: GivenContent, where: string): Partial<ExampleContent> {
  const content: Partial<ExampleContent> = {};
  for (const part of PARTS) {
    const value = given[part];
    if (value === undefined || value === null) continue;
    content[part] = readObject(value, `${where}: ${part}`);
  }
  return content;
}

function readObject(value: unknown, what: string): JsonObject {
  try {
    const clean = cleanJson(value as JsonValue);
    if (isJsonObject(clean)) return clean;
  } catch (error) {
    if (!(error instanceof JsonTooDeepError)) throw error;
    throw new DomainError('BAD_USER_INPUT', `${what}: ${error.message}`);
  }
  throw new DomainError('BAD_USER_INPUT', `${what} must be an object`);
}

/** A row for the database; what is not given of its keys is empty. */
export function toRow(
  rowNumber: number,
  { input, output, metadata }: ExampleContent,
  keys: Partial<Pick<StagedRow, 'traceId' | 'spanId' | 'exampleId' | 'nodeId'>> = {},
): StagedRow {
  return {
    rowNumber,
    input: stringifyJson(input),
    output: stringifyJson(output),
    metadata: stringifyJson(metadata),
    contentHash: contentHash({ input, output, metadata }),
    splits: [],
    traceId: null,
    spanId: null,
    exampleId: null,
    nodeId: null,
    ...keys,
  };
}

/**
 * An id that a new example may have.
 * @throws DomainError BAD_USER_INPUT for one that would name an example by its row.
 */
export function assertFreeForm(externalId: string): void {
  if (rowIdOf(externalId, 'DatasetExample') === null) return;
  throw new DomainError('BAD_USER_INPUT', `The id ${externalId} is the one of an example`);
}
