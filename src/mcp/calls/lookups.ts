import { NotFoundError } from '../../kernel/errors/errors.js';
import { parseGlobalId } from '../../kernel/ids/global-id.js';
import type { Call } from './tool.js';

/** The types whose objects models may name by something other than the global ID. */
type Type = 'Project' | 'Trace' | 'Span' | 'ProjectSession' | 'Dataset' | 'Prompt';

const WORDS: Record<Type, string> = {
  Project: 'Project',
  Trace: 'Trace',
  Span: 'Span',
  ProjectSession: 'Session',
  Dataset: 'Dataset',
  Prompt: 'Prompt',
};

/** Each finds one object by its name or its sender's ID. */
const DOCUMENTS: Record<Type, string> = {
  Project: 'query ($key: String!) { found: getProjectByName(name: $key) { id } }',
  Trace: 'query ($key: String!) { found: getTraceByOtelId(traceId: $key) { id } }',
  Span: 'query ($key: String!) { found: getSpanByOtelId(spanId: $key) { id } }',
  ProjectSession: 'query ($key: String!) { found: getProjectSessionById(sessionId: $key) { id } }',
  Dataset: 'query ($key: String!) { found: getDatasetByName(name: $key) { id } }',
  Prompt: 'query ($key: Identifier!) { found: getPromptByName(name: $key) { id } }',
};

/**
 * Returns the global ID of an object that a model named by this ID, or by its name.
 * @throws NotFoundError if there is none.
 */
export async function findId(call: Call, type: Type, given: string): Promise<string> {
  if (parseGlobalId(given)?.type === type) return given;
  const { found } = await call.graphql<{ found: { id: string } | null }>(DOCUMENTS[type], {
    key: given,
  });
  if (!found) throw new NotFoundError(`${WORDS[type]} "${given}" not found.`);
  return found.id;
}

/** Like `findId`, for several objects, each of which is looked up once. */
export function findIds(call: Call, type: Type, given: readonly string[]): Promise<string[]> {
  const found = new Map([...new Set(given)].map((one) => [one, findId(call, type, one)]));
  return Promise.all(given.map((one) => found.get(one)!));
}
