import { DomainError } from '../../kernel/errors/errors.js';
import { cleanJson, JsonTooDeepError } from '../../kernel/json/clean-json.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../kernel/json/json.js';
import { type ExampleContent, hashContent } from '../merging/content-hash.js';
import type { ExampleRow } from '../merging/example-row.js';

const PARTS = ['input', 'output', 'metadata'] as const;

/** The parts of an example as sent, unchecked. */
export type GivenContent = Partial<Record<(typeof PARTS)[number], unknown>>;

/** The author's notes on a version. */
export interface VersionNote {
  description?: string | null | undefined;
  /** An object. */
  metadata?: object | null | undefined;
}

/**
 * Validates the given parts, and cleans them for storage.
 * @param subject the beginning of the error message.
 * @throws DomainError BAD_USER_INPUT for a part that is not an object or is nested too deeply.
 */
export function readContent(given: GivenContent, subject: string): Partial<ExampleContent> {
  const content: Partial<ExampleContent> = {};
  for (const part of PARTS) {
    const value = given[part];
    if (value === undefined || value === null) continue;
    content[part] = readObject(value, `${subject}: ${part}`);
  }
  return content;
}

/**
 * Returns the description and the metadata (as JSON text) of a version.
 * @throws DomainError BAD_USER_INPUT for metadata that is nested too deeply.
 */
export function readNote({ description, metadata }: VersionNote): {
  description: string | null;
  metadata: string;
} {
  return {
    description: description ?? null,
    metadata: stringifyJson(clean((metadata ?? {}) as JsonValue, 'metadata')),
  };
}

/** Builds a row for the database. Absent keys become null. */
export function toRow(
  rowNumber: number,
  { input, output, metadata }: ExampleContent,
  keys: Partial<Pick<ExampleRow, 'traceId' | 'spanId' | 'exampleId' | 'nodeId'>> = {},
): ExampleRow {
  return {
    rowNumber,
    input: stringifyJson(input),
    output: stringifyJson(output),
    metadata: stringifyJson(metadata),
    contentHash: hashContent({ input, output, metadata }),
    splits: [],
    traceId: null,
    spanId: null,
    exampleId: null,
    nodeId: null,
    ...keys,
  };
}

export function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}

function readObject(value: unknown, subject: string): JsonObject {
  const cleaned = clean(value as JsonValue, subject);
  if (isJsonObject(cleaned)) return cleaned;
  throw badInput(`${subject} must be an object.`);
}

function clean(value: JsonValue, subject: string): JsonValue {
  try {
    return cleanJson(value);
  } catch (error) {
    if (!(error instanceof JsonTooDeepError)) throw error;
    throw badInput(`${subject}: ${error.message}`);
  }
}
