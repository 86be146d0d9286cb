import type { TestServer } from '../../support/server.js';
import { FIRST_TRACE, SPANS, toSent } from './condition-spans.js';

export const ANNOTATIONS: [
  span: string,
  name: string,
  identifier: string,
  label: string,
  score: number,
][] = [
  ['Checkout flow', 'helpful', '', 'yes', 0.9],
  // Two rows of one name: neither has both a good label and a high score.
  ['complete', 'helpful', 'a', 'partly', 0.1],
  ['complete', 'helpful', 'b', 'no', 0.95],
  ['summarize', 'a', '', 'x', 0.9],
  ['tool call', 'b', '', 'x', 0.9],
  ['orphan', 'toxicity', '', 'x', 0.5],
];

/** The names of all spans, sorted. */
export const ALL = SPANS.map(({ name }) => name).toSorted();
export const without = (...names: string[]) => ALL.filter((name) => !names.includes(name));

/** The examples of the language, in the order of its reference, with the names of the spans that they select. */
export const EXAMPLES: [condition: string, names: string[]][] = [
  ["span_kind == 'llm'", ['complete', 'summarize']],
  ["span_kind in ['LLM', 'tool']", ['complete', 'summarize', 'tool call']],
  ["span_kind != 'CHAIN' and status_code == 'error'", ['tool call']],
  ['latency_ms > 1_500', ['Checkout flow', 'complete', 'orphan']],
  ['0.5 < latency_ms <= 20', ['summarize', 'tool call']],
  ['latency_ms / 1000 >= 2', ['Checkout flow', 'orphan']],
  ["'checkout' in name", ['Checkout flow']],
  ["name not in ('ping', 'health')", without('ping', 'health')],
  ["'refund' in input.value", ['Checkout flow']],
  ["'sorry' not in output.value", ['complete', 'summarize']],
  ['output.value is None', ['health', 'orphan', 'ping', 'tool call']],
  ['parent_span is None', ['Checkout flow', 'health', 'orphan']],
  ['parent_id is None', ['Checkout flow', 'health']],
  ["parent_span is None and 'hello' in input.value", ['Checkout flow', 'orphan']],
  [`trace_id == '${FIRST_TRACE}'`, ['Checkout flow', 'complete', 'summarize', 'tool call']],
  ["span_id in ['00f067aa0ba902b7', '53995c3f42cd8ad8']", ['Checkout flow', 'complete']],
  ['llm.token_count.total > 4000', ['complete']],
  ['llm.token_count.prompt / llm.token_count.total > 0.9', ['complete']],
  ['cumulative_token_count.total > 20_000', ['Checkout flow']],
  [
    'cumulative_token_count.prompt - cumulative_token_count.completion > 500',
    ['Checkout flow', 'complete'],
  ],
  ["llm.model_name == 'gpt-4o-mini'", ['complete']],
  ["'claude' in llm.model_name and span_kind == 'LLM'", ['summarize']],
  ["attributes['llm']['provider'] == 'anthropic'", ['summarize']],
  ["attributes['retry'] == True", ['ping', 'tool call']],
  ["attributes['score'] > attributes['threshold']", ['summarize']],
  ["float(attributes['temperature']) >= 0.7", ['complete']],
  ["str(attributes['build']) == '42'", ['complete', 'summarize']],
  ["metadata['tenant'] == 'acme'", ['Checkout flow']],
  ["metadata['env'] in ['prod', 'staging']", ['Checkout flow', 'complete']],
  ["metadata['a']['b'] > 2", ['Checkout flow']],
  ["user.id == 'u-17' and session.id is not None", ['Checkout flow']],
  [
    "start_time >= '2024-05-01T00:00:00Z' and start_time < '2024-06-01T00:00:00+02:00'",
    without('orphan', 'ping'),
  ],
  ["annotations['helpful'].score > 0.8", ['Checkout flow', 'complete']],
  ["annotations['helpful'].label in ['yes', 'partly']", ['Checkout flow', 'complete']],
  ["annotations['helpful']", ['Checkout flow', 'complete']],
  ["not annotations['helpful']", without('Checkout flow', 'complete')],
  ["'hallucin' in annotations['toxicity'].explanation", ['orphan']],
  ["annotations['a'].score > 0.8 or annotations['b'].score > 0.8", ['summarize', 'tool call']],
  ["trace_annotations['resolved'].label == 'no'", ['orphan', 'ping']],
  ["evals['toxicity'].score >= 0.5", ['orphan']],
];

/** Sends the spans to a new project, and annotates them. Returns its row ID. */
export async function sendSpans(server: TestServer, project: string): Promise<number> {
  await server.request
    .post(`/v1/projects/${project}/spans`)
    .send({ data: SPANS.map(toSent) })
    .expect(202);
  const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
    project,
  ]);
  for (const [span, name, identifier, label, score] of ANNOTATIONS) {
    await server.sql(
      `INSERT INTO span_annotations (trace_id, span_id, name, identifier, project_id, target_id,
           start_time, annotator_kind, label, score, explanation, source)
         SELECT trace_id, span_id, $2, $3, project_id, id, start_time, 'HUMAN', $4, $5,
                'No Hallucination', 'API' FROM spans WHERE name = $1`,
      [span, name, identifier, label, score],
    );
  }
  await server.sql(
    `INSERT INTO trace_annotations (trace_id, name, project_id, target_id, annotator_kind, label, source)
       SELECT trace_id, 'resolved', project_id, id, 'HUMAN', 'no', 'API' FROM traces
        WHERE trace_id = 'second'`,
  );
  return row!.id;
}
