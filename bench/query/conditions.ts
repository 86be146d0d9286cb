/** Conditions on spans, of which the newest that meet them are listed. */
export const CONDITIONS = {
  kind: "span_kind == 'RERANKER'",
  tokens: 'llm.token_count.total > 840',
  'string attribute': "service.zone == 'eu-1' and metadata.release == '1.7'",
  'absent attribute': "service.zone == 'us-1'",
  'number attribute': 'metadata.attempt > 8',
  'annotation score': "annotations['quality'].score < 0.01",
  'text in the input': "'kyoto berlin lagos' in input.value",
  'latency that no span has': 'latency_ms > 5000',
};

/** Conditions on traces. Several of a kind, so that no improvement fits only one text. */
export const TRACE_CONDITIONS = {
  'error in descendants':
    'any(s.cumulative_error_count > 0 and s.parent_id is None for s in spans)',
  'tool that failed': "any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)",
  'failed span of a name': "any(s.status_code == 'ERROR' and s.name == 'x' for s in spans)",
  'failed parent': "any(s.parent_span.status_code == 'ERROR' for s in spans)",
  'span of a rare name': "any(s.name == 'reranker.step' for s in spans)",
  'many tokens': 'token_count_total > 1600',
  'root attribute': "metadata['release'] == '1.7'",
  'text in the input': "'kyoto berlin lagos' in input",
  'rare word in the output': "'timbuktu' in output",
};

/** Conditions on sessions. */
export const SESSION_CONDITIONS = {
  'many traces': 'num_traces > 3',
  'failed spans': "any(s.status_code == 'ERROR' for s in spans)",
  'tool that failed': "any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)",
  'span of a rare name': "any(s.name == 'reranker.step' for s in spans)",
  'text in any input': "'kyoto berlin lagos' in any_input",
  'rare word in any output': "'timbuktu' in any_output",
};

/** Searches, of which the newest matches are listed. */
export const SEARCHES = {
  'a rare word': { search: 'zanzibar', budgetMs: 200 },
  'a part of a rare word': { search: 'zanzibar'.slice(2, 7), budgetMs: 200 },
  'a rare and a frequent word': { search: 'zanzibar invoice', budgetMs: 200 },
  'a frequent word': { search: 'invoice', budgetMs: 300 },
  'an absent word': { search: 'timbuktu', budgetMs: 200 },
};
