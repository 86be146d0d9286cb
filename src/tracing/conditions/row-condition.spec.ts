import { readFileSync } from 'node:fs';
import { SingleDistribution } from '../../kernel/sql/single-distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { FilterSyntaxError } from '../../filter-language/filter-syntax-error.js';
import { traceLatency } from '../fields/trace.js';
import { addRowCondition, readRowCondition } from './row-condition.js';

/** The conditions in a table of the documentation. */
function documented(kind: 'Traces' | 'Sessions'): string[] {
  return readFileSync('docs/filters.md', 'utf8')
    .split(`| Condition | ${kind}`)[1]!
    .split('\n\n')[0]!
    .matchAll(/^\| `([^`]+)` \|/gm)
    .map(([, condition]) => condition!)
    .toArray();
}

function refusal(of: 'trace' | 'session', text: string): string {
  try {
    readRowCondition(of, text);
    return '';
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error.message;
    throw error;
  }
}

const COMMON: [string, string][] = [
  ['len(spans) > 3', '`len` needs a loop; write len([x for x in … if …])'],
  ['any(spans)', '`any` needs a loop; write any(x.… == … for x in …)'],
  ['any()', 'a name or a value is missing'],
  ['avg(s.latency_ms for s in spans) > 1', '`avg` cannot be called'],
  ["attributes['f'] is True", '`is` works only with None; compare with `==`'],
  ['parent_span is None', 'Unknown name `parent_span`'],
  ["span_kind == 'LLM'", 'Unknown name `span_kind`'],
  ['metadata is None', "Select a part of it: metadata['key']"],
  ["attributes == 'x'", "Select a part of it: attributes['key']"],
  ["annotations['x'].score > 1", "_annotations['name']"],
  ["evals['x'].score > 1", "_annotations['name']"],
  ["session.id == 'x'", 'Unknown name `session.id`'],
  ["start_time > '2024-01-01'", 'has no offset from UTC'],
  ['start_time.year > 1', '`start_time` has no parts'],
  ['spans', '`spans` is something to loop over: any(x.… for x in spans)'],
  ["spans[0].name == 'x'", '`spans` is something to loop over'],
  ["any(s.name == 'x' for s in span)", '`span` is nothing to loop over; did you mean `spans`?'],
  ["any(s.name == 'x' for s in spans.more)", '`spans.more` is nothing to loop over'],
  ["any(s.name == 'x' for s in [1])", 'what to loop over must follow `in`'],
  ["any(s.name == 'x' for 1 in spans)", 'a name for each element must follow `for`'],
  ["any(s.name == 'x' for s spans)", '`in` is missing'],
  ["any(s.name == 'x' for s in spans for t in spans)", 'only one `for` and one `if`'],
  ["any(s.name == 'x' for s in spans if s.name == 'y' if s.name == 'z')", 'only one `for`'],
  ["any(s.name == 'x' for s in spans", '`)` is missing: this bracket is never closed'],
  ["any([s.name == 'x' for s in spans])", 'A list can contain only values'],
  ['any(s.name for s in spans)', '`s.name` alone is not a condition'],
  ['any(s for s in spans)', 'Select a field of `s`: .name'],
  ["any(s.nam == 'x' for s in spans)", '`s` has no field `nam`; did you mean `name`?'],
  ["any(s.frobnicate == 'x' for s in spans)", 'Select a field of `s`: .name'],
  ["any(s['name'] == 'x' for s in spans)", 'Select a field of `s`'],
  ["any(s == 'x' for s in spans)", 'Select a field of `s`'],
  [
    'any(token_count_total > 1 for s in spans)',
    '`token_count_total` is not available in this loop',
  ],
  ["any(attributes['x'] == 'x' for s in spans)", '`attributes` is not available in this loop'],
  ['len([s.name for s in spans]) > 1', '`len` counts elements; write len([s for …])'],
  ['len(s for s in spans) > 1', '`len` needs a loop; write len([x for x in … if …])'],
  ['len([s for s in spans])', 'alone is not a condition; compare it'],
  ['sum(s.name for s in spans) > 1', 'A number is required here, but `s.name` is a string'],
  ["max(s.name for s in spans) > 'a'", 'A number is required here'],
  ["sum(any(s.name == 'x' for s in spans)) > 1", '`sum` needs a loop'],
  ["any(s.name == 'x' for s in spans) == True", 'is a condition, but a value is required'],
  ["'x' in any(s.name == 'x' for s in spans)", 'is a condition, but a value is required'],
  [`${'any('.repeat(21)}x`, 'at most 20 loops'],
  ['num_traces if x else y', 'is not supported'],
  ['start_time in start_time', 'Only a string in quotes can be searched for'],
  ["'x' in start_time", '`in` searches strings, but `start_time` is a time'],
  ["str(attributes['a']) in str(attributes['b'])", 'Only a string in quotes can be searched for'],
  ["str(attributes['a']) + 'x' == 'b'", 'A number is required here'],
  ["total_cost > '0.5'", 'drop the quotes: 0.5'],
  ['totl_cost > 0.5', '; did you mean `total_cost`?'],
  ['span_cost_details', '`span_cost_details` is something to loop over'],
  ['any(d.price > 1 for d in span_cost_details)', 'Select a field of `d`: .token_type, .is_prompt'],
  ['any(d.cost for d in span_cost_details)', '`d.cost` alone is not a condition'],
  ['any(d.is_prompt is True for d in span_cost_details)', '`is` works only with None'],
  ['any(d.is_prompt > False for d in span_cost_details)', 'True and False have no order'],
  ['sum(d.is_prompt for d in span_cost_details) > 1', 'A number is required here'],
  ['lambda: 1', '`lambda` is not supported'],
];

describe('conditions on traces and sessions', () => {
  it.each([...documented('Traces'), 'trace_annotations["a"] and True'])(
    '%s is a condition on traces',
    (condition) => expect(readRowCondition('trace', condition)).not.toBeNull(),
  );

  it.each(documented('Sessions'))('%s is a condition on sessions', (condition) => {
    expect(readRowCondition('session', condition)).not.toBeNull();
  });

  it('are documented', () => {
    expect(documented('Traces').length).toBeGreaterThan(9);
    expect(documented('Sessions').length).toBeGreaterThan(9);
  });

  it.each(['', '  ', null, undefined])('are absent from %j', (text) => {
    expect(readRowCondition('trace', text)).toBeNull();
  });

  it.each(COMMON)('refuse %s', (text, message) => {
    expect(refusal('trace', text)).toContain(message);
    expect(refusal('session', text)).toContain(message);
  });

  it.each([
    ['session', 'num_tracess > 1', '; did you mean `num_traces`?'],
    ['session', "num_traces > '3'", 'drop the quotes: 3'],
    ['session', 'int(num_traces) > 1', 'int(…) is not supported in this filter'],
    ['session', 'float(num_traces) > 1', 'float(…) converts JSON values'],
    ['session', "first_input > 'a'", 'Strings have no order in this filter'],
    ['session', "first_input + 'a' == 'b'", 'A number is required here'],
    ['session', "any_input == 'x'", "`any_input` can only be searched: 'text' in any_input"],
    ['session', 'any_input is None', '`any_input` can only be searched'],
    ['session', "'x' in any_input in any_output", 'can only be searched'],
    [
      'session',
      "trace_annotations['x']",
      "Annotations of a session are written session_annotations['name']",
    ],
    [
      'session',
      "max(t.start_time for t in traces) > '2024-01-01T00:00:00Z'",
      'A number is required',
    ],
    ['session', "any(s.parent_id == 'x' for s in spans)", 'Select a field of `s`'],
    [
      'session',
      'any(any(s.latency_ms > t.latency_ms for s in t.spans) for t in traces)',
      '`t` is not available in this loop; use `s`',
    ],
    [
      'session',
      'any(any(t.latency_ms > 1 for t in traces) for s in spans)',
      '`traces` is not available in this loop; loop over rows of `s`',
    ],
    [
      'session',
      'any(any(a.score > 1 for a in s.annotations) for s in spans)',
      '`s` has nothing to loop over',
    ],
    ['session', 'any(t.spans for t in traces)', '`t.spans` is something to loop over'],
    [
      'session',
      'any(any(s.name == "x" for s in t.span) for t in traces)',
      'Loop over `t.spans`; did you mean `spans`?',
    ],
    [
      'trace',
      'session_annotations["x"]',
      "Annotations of a trace are written trace_annotations['name']",
    ],
    [
      'trace',
      "any(s.parent_span == 'x' for s in spans)",
      'has no value and can only be compared with None',
    ],
    ['trace', 'any(s.parent_span for s in spans)', 'alone is not a condition'],
    [
      'trace',
      'any(any(x.name == "x" for x in s.descendants) for s in spans)',
      'Loop over `s.children`, `s.siblings`, `s.annotations` or `s.cost_details`',
    ],
    [
      'trace',
      "any(any(u.name == 'x' for x in s.children) for s in spans)",
      '`u` is not available in this loop; use `x`',
    ],
  ] as const)('refuse, of a %s, %s', (of, text, message) => {
    expect(refusal(of, text)).toContain(message);
  });

  it('points to the mistake in a loop', () => {
    expect(refusal('trace', "any(s.nam == 'x' for s in spans)")).toMatch(/\(at character 7\)\.$/);
  });

  it('tell which annotations they name', () => {
    const read = readRowCondition(
      'session',
      "session_annotations['a'].score > session_annotations['b'].score",
    );
    expect(read?.annotations).toEqual([
      { of: 'session', name: 'a' },
      { of: 'session', name: 'b' },
    ]);
  });
});

describe('a condition on the latency of traces', () => {
  const latency = traceLatency('t');
  const sqlOf = (text: string) => {
    const where = new DistributedWhere(new SingleDistribution());
    addRowCondition(where, readRowCondition('trace', text)!);
    return where.toString();
  };

  it.each([
    'latency_ms > 5000',
    '1000 <= latency_ms <= 5000',
    'not latency_ms <= 5000 or num_spans > 3',
  ])('does not need an index to be right: %s', (text) => {
    expect(sqlOf(text)).toContain(`THEN ${latency} END`);
  });

  it.each([
    ['latency_ms > 5000', `AND (${latency} > $1::numeric)`],
    ['num_spans > 3 and latency_ms == 7', `AND (${latency} = $2::numeric)`],
    ['1000 <= latency_ms', `AND ($1::numeric <= ${latency})`],
  ])('can be answered by an index: %s', (text, indexed) => {
    expect(sqlOf(text)).toContain(indexed);
  });

  it.each(['not latency_ms <= 5000', 'latency_ms != 7', 'latency_ms is not None'])(
    'leaves out traces without a latency rather than using one: %s',
    (text) => {
      expect(sqlOf(text)).not.toContain(`(${latency} `);
    },
  );
});
