import { whenPriced } from '../../support/background-loops.js';
import { newTraceId, sendTraces, type SpanToSend } from '../../support/send-traces.js';
import type { TestServer } from '../../support/server.js';

export const SUMMARY =
  'costSummary { prompt { tokens cost } completion { tokens cost } total { tokens cost } }';
export const DETAILS = 'costDetailSummaryEntries { tokenType isPrompt value { tokens cost } }';
export const FIELDS = `${SUMMARY} ${DETAILS}`;

export interface Amount {
  tokens: number;
  cost: number | null;
}

export interface Costs {
  costSummary: { prompt: Amount; completion: Amount; total: Amount } | null;
  costDetailSummaryEntries: { tokenType: string; isPrompt: boolean; value: Amount }[];
}

/** The cost of `callOf` a model with a price. */
export const PRICED = {
  prompt: { tokens: 10, cost: 8 },
  completion: { tokens: 3, cost: 6 },
  total: { tokens: 13, cost: 14 },
};

/** The cost of several such calls, by type. */
export const entries = (times: number) => [
  { tokenType: 'input', isPrompt: true, value: { tokens: 6 * times, cost: 6 * times } },
  { tokenType: 'cache_read', isPrompt: true, value: { tokens: 4 * times, cost: 2 * times } },
  { tokenType: 'output', isPrompt: false, value: { tokens: 3 * times, cost: 6 * times } },
];

/** Creates a model whose input costs 1 dollar a token. @returns its row ID. */
export async function addModel(server: TestServer, name: string, pattern: string): Promise<number> {
  const [model] = await server.sql<{ id: number }>(
    `WITH m AS (INSERT INTO generative_models (name, name_pattern, kind)
                VALUES ($1, $2, 'CUSTOM') RETURNING id),
          p AS (INSERT INTO token_prices (model_id, is_prompt, token_type, cost_per_million)
                SELECT id, p.* FROM m, (VALUES (true, 'input', 1000000), (true, 'cache_read', 500000),
                                               (false, 'output', 2000000)) AS p)
     SELECT id FROM m`,
    [name, pattern],
  );
  return model!.id;
}

export function callOf(model: string, name = model): SpanToSend {
  return {
    name,
    kind: 'LLM',
    attributes: {
      'llm.model_name': model,
      'llm.token_count.prompt': 10,
      'llm.token_count.prompt_details.cache_read': 4,
      'llm.token_count.completion': 3,
    },
  };
}

/** Sends a trace with a call of each model, and waits until it is priced. @returns its ID. */
export async function addTrace(
  server: TestServer,
  project: string,
  models: string[],
  session?: string,
  startedAt?: Date,
): Promise<string> {
  const traceId = newTraceId();
  await sendTraces(server.url, [
    {
      project,
      traceId,
      name: 'request',
      ...(startedAt && { startedAt }),
      attributes: { ...(session && { 'session.id': session }) },
      children: models.map((model) => callOf(model, `call ${model}`)),
    },
  ]);
  await whenPriced(server);
  return traceId;
}

export async function read<T>(server: TestServer, query: string): Promise<T> {
  const { data, errors } = await server.gql<T>(query);
  expect(errors).toBeUndefined();
  return data!;
}
