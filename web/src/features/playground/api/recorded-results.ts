import { graphql } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { type Json, parseExactJson } from '../../../lib/json/exact-json.js';
import { readStructureAt, readTextAt } from '../../../lib/openinference/attribute-path.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import type { AnsweredCall } from '../run/run.js';
import type { SpanToTry } from './span-to-try.js';

const RecordedResultsQuery = graphql(`
  query RecordedResults($projectId: ID!, $traceId: ID!) {
    node(id: $projectId) {
      __typename
      ... on Project {
        id
        trace(traceId: $traceId) {
          id
          spans(first: 100, filterCondition: "span_kind == 'TOOL' and status_code != 'ERROR'") {
            edges {
              node {
                id
                name
                attributes
              }
            }
          }
        }
      }
    }
  }
`);

/** What a tool returned in a trace. */
export interface RecordedResult {
  name: string;
  /** The arguments as JSON without white space; undefined if they were not recorded. */
  given: string | undefined;
  text: string;
}

/** Returns what the tools returned in the trace of a span; empty until it is known. */
export function useRecordedResults(span: SpanToTry | undefined): readonly RecordedResult[] {
  const { data } = useGraphqlQuery(
    RecordedResultsQuery,
    { projectId: span?.project.id ?? '', traceId: span?.context.traceId ?? '' },
    { enabled: span !== undefined, staleTime: Infinity },
  );
  const trace = data?.node.__typename === 'Project' ? data.node.trace : undefined;
  if (!trace) return NONE;
  return listNodes(trace.spans).flatMap(({ name, attributes }) => toResult(name, attributes));
}

const NONE: readonly RecordedResult[] = [];

function toResult(spanName: string, text: string): RecordedResult[] {
  const attributes = parseExactJson(text);
  const output = readValue(attributes, 'output');
  if (!output) return [];
  const given =
    readStructureAt(attributes, 'tool.parameters') ?? readStructureAt(attributes, 'input.value');
  const name = readTextAt(attributes, 'tool.name') ?? spanName;
  return [{ name, given: given === undefined ? undefined : writeCompact(given), text: output.value }];
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
