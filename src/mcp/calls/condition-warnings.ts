import type { GraphqlConnection } from './answer.js';
import type { Answer, Call } from './tool.js';

/** Each checks a condition on one kind of rows. */
const FIELDS = {
  spans: 'validateSpanFilterCondition',
  traces: 'validateTraceFilterCondition',
  sessions: 'validateSessionFilterCondition',
} as const;

interface Found {
  node: { checked: { warnings: string[] } };
}

/**
 * Returns `warnings` about likely mistakes in a condition that selected nothing, which a model would
 * otherwise take for "there is none".
 */
export async function warnIfEmpty(
  call: Call,
  { edges }: GraphqlConnection<unknown>,
  given: { projectId: string; rows: keyof typeof FIELDS; condition: string | undefined },
): Promise<Answer> {
  const { projectId, rows, condition } = given;
  if (edges.length > 0 || condition === undefined) return {};
  const { node } = await call.graphql<Found>(
    `query ($id: ID!, $condition: String!) {
      node(id: $id) { ... on Project { checked: ${FIELDS[rows]}(condition: $condition) { warnings } } }
    }`,
    { id: projectId, condition },
  );
  const { warnings } = node.checked;
  return warnings.length === 0 ? {} : { warnings };
}
