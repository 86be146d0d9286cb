import { listNumbersAndTimes } from '../../tracing/fields/filter-guide.contract.js';

const FILTER_RULES = [
  'Python syntax: == != < <= > >=, and, or, not, parentheses, "text" or \'text\', 1_500, True, None.',
  "'refund' in output matches a part of a text and ignores case; == matches the whole text and is case-sensitive.",
  'Missing values never match, not even != or not. Use "is None" and "is not None".',
  "Times are ISO 8601 strings with an offset: start_time >= '2024-05-01T00:00:00Z'. Prefer the start and end of a tool.",
];

const LOOPS =
  'any(… for s in spans), all(…), len([s for s in spans if …]), sum(…), min(…), max(…) look at the rows of the trace or session.';

/** The filter language, in as few words as a model needs. `docs/filters.md` has the rest. */
export const FILTERS = {
  spans: {
    names: {
      'name, status_message, span_id, trace_id, parent_id': 'texts',
      span_kind: "such as 'llm' or 'tool'",
      status_code: "'ok', 'error' or 'unset'",
      ...listNumbersAndTimes('span'),
      'llm.token_count.prompt, .completion, .total': 'tokens of the span',
      'cumulative_token_count.total': 'tokens of the span and all below it',
      parent_span: '"parent_span is None" selects root spans',
      "annotations['name'].score, .label, .explanation":
        "annotations of the span; annotations['name'] alone: it has one",
      "trace_annotations['name'].score": 'annotations of its trace',
      "metadata['key']": 'metadata; keys can be chained',
      'input.value, output.value, llm.model_name, user.id, any.other.attribute':
        'attributes of this span. One that no span has matches nothing, without an error',
    },
    rules: [
      ...FILTER_RULES,
      "Also: 0.5 < latency_ms <= 20, name in ['a', 'b'], + - * / %, float(…), int(…), str(…).",
    ],
    examples: [
      "span_kind == 'llm' and latency_ms > 1_500",
      "status_code == 'error' and parent_span is None",
      "trace_id in ['0af7651916cd43dd8448eb211c80319c', '4bf92f3577b34da6a3ce929d0e0e4736'] and name == 'plan'",
      "'refund' in input.value",
      "llm.model_name == 'gpt-5' and llm.token_count.total > 10_000",
      "metadata['env'] in ['prod', 'staging']",
      "annotations['correctness'].label == 'incorrect'",
      "not annotations['correctness']",
    ],
  },
  traces: {
    names: {
      'trace_id, session_id': 'texts',
      ...listNumbersAndTimes('trace'),
      'input, output': 'texts of the root span',
      "user.id, metadata['key'], attributes['a.b']": 'attributes of the root span',
      "trace_annotations['name'].score, .label, .explanation": 'annotations of the trace',
      spans:
        'rows: name, parent_id, span_kind, status_code, latency_ms, llm_model_name, llm_token_count_total, parent_span.name, children, annotations',
      'trace_annotations, span_annotations': 'rows: name, label, score',
    },
    rules: [...FILTER_RULES, LOOPS],
    examples: [
      'error_count > 0 and latency_ms > 5_000',
      "'timeout' in output",
      "metadata['env'] == 'prod'",
      'total_cost > 0.1',
      "trace_annotations['resolved'].score < 0.4",
      "any(s.name == 'search' and s.status_code == 'ERROR' for s in spans)",
      "any(s.llm_model_name == 'gpt-5' for s in spans)",
      "any(s.parent_id is None and s.status_code == 'ERROR' for s in spans)",
      "len([s for s in spans if s.span_kind == 'TOOL']) > 3",
      "any(a.label == 'incorrect' for a in span_annotations)",
    ],
  },
  sessions: {
    names: {
      session_id: 'text',
      ...listNumbersAndTimes('session'),
      'first_input, last_output': 'texts',
      'any_input, any_output': "all texts, only for searching: 'refund' in any_input",
      "user.id, metadata['key']": 'attributes of the first root span',
      "session_annotations['name'].score, .label": 'annotations of the session',
      'traces, spans, span_annotations': 'rows for loops',
    },
    rules: [...FILTER_RULES, LOOPS],
    examples: [
      'num_traces > 3',
      'num_traces_with_error > 0 and total_cost >= 0.5',
      "'sorry' in any_output",
      "not session_annotations['csat']",
      "any(s.span_kind == 'TOOL' and s.latency_ms > 5000 for s in spans)",
    ],
  },
  examples: {
    names: {
      "input['key'], reference_output['key'], metadata['key']": 'parts of the example',
      "output, output['key'], error, latency_ms": 'a run of any of the experiments',
      "evals['name'].score, .label, .explanation": 'what an evaluator said',
      'experiments[0]…, experiments[1]…':
        'the base, the first of the others: output, error, latency_ms, evals',
    },
    rules: FILTER_RULES,
    examples: [
      'error is not None',
      "experiments[1].evals['correct'].score < experiments[0].evals['correct'].score",
      'experiments[0].latency_ms > experiments[1].latency_ms',
      "'refund' in input['question']",
    ],
  },
};

export type FilteredRows = keyof typeof FILTERS;
