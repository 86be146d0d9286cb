import fc from 'fast-check';
import { spanLikeGrain } from '../../test/support/span-like-grain.js';
import { FilterSyntaxError } from './filter-syntax-error.js';
import type { Grain } from './grain.js';
import { readFilter } from './read-filter.js';

const refusal = (text: string, grain: Grain = spanLikeGrain) => {
  try {
    readFilter(text, grain);
    return '';
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error.message;
    throw error;
  }
};

const ACCEPTED = [
  "span_kind == 'llm'",
  "span_kind in ['LLM', 'tool']",
  "span_kind != 'CHAIN' and status_code == 'error'",
  'latency_ms > 1_500',
  '0.5 < latency_ms <= 20',
  'latency_ms / 1000 >= 2',
  "'checkout' in name",
  "name not in ('ping', 'health')",
  "'refund' in input.value",
  "'sorry' not in output.value",
  'output.value is None',
  'parent_span is None',
  'parent_id is None',
  "parent_span is None and 'hello' in input.value",
  "trace_id == '4bf92f3577b34da6a3ce929d0e0e4736'",
  "span_id in ['00f067aa0ba902b7', '53995c3f42cd8ad8']",
  'llm.token_count.total > 4000',
  'llm.token_count.prompt / llm.token_count.total > 0.9',
  'cumulative_token_count.total > 20_000',
  'cumulative_token_count.prompt - cumulative_token_count.completion > 500',
  "llm.model_name == 'gpt-4o-mini'",
  "'claude' in llm.model_name and span_kind == 'LLM'",
  "attributes['llm']['provider'] == 'anthropic'",
  "attributes[['llm', 'provider']] == 'anthropic'",
  "attributes['retry'] == True",
  "attributes['retry'] is not True",
  "attributes['score'] > attributes['threshold']",
  "attributes['a'] != attributes['b']",
  "float(attributes['temperature']) >= 0.7",
  "int(attributes['n']) + 1 == 2",
  "float('1.5') < latency_ms",
  "str(attributes['build']) == '42'",
  "metadata['tenant'] == 'acme'",
  "metadata['env'] in ['prod', 'staging']",
  "metadata['n'] in [1, -2.5]",
  "metadata['f'] in [True]",
  "metadata['a']['b'] > 2",
  "user.id == 'u-17' and session.id is not None",
  "start_time >= '2024-05-01T00:00:00Z' and start_time < '2024-06-01T00:00:00+02:00'",
  "start_time in ['2024-05-01T00:00:00Z']",
  "annotations['helpful'].score > 0.8",
  "annotations['helpful'].label in ['yes', 'partly']",
  "annotations['helpful']",
  "not annotations['helpful']",
  "'hallucin' in annotations['judge'].explanation",
  "annotations['a'].score > 0.8 or annotations['b'].score > 0.8",
  "trace_annotations['resolved'].label == 'no'",
  "evals['toxicity'].score >= 0.5",
  'latency_ms > 5 and True',
  'None == output.value or None != name',
  "name + '!' == input.value",
  "'a' + name in output.value",
  'name > input.value',
  '-latency_ms < 5 - -metadata.x',
  'is_root',
  'not is_root or is_root is False',
  'name in []',
];

describe('conditions on rows', () => {
  it.each(ACCEPTED)('%s is one', (text) => {
    expect(readFilter(text, spanLikeGrain)).not.toBeNull();
  });

  it.each(['', '  ', '\n\t'])('%j filters nothing', (text) => {
    expect(readFilter(text, spanLikeGrain)).toBeNull();
  });

  it.each([
    [
      "latency_ms > '100'",
      "`latency_ms` is a number, but `'100'` is a string; drop the quotes: 100 (at character 14).",
    ],
    ["'100' < latency_ms", '; drop the quotes: 100'],
    [
      "latency_ms > 'slow'",
      "`latency_ms` is a number, but `'slow'` is a string (at character 14).",
    ],
    ["latency_ms == ''", '`latency_ms` is a number'],
    ['name == 5', '`name` is a string, but `5` is a number; put it in quotes'],
    ['name == latency_ms', '`name` is a string, but `latency_ms` is a number'],
    [
      "name is 'a'",
      '`is` works only with None, True and False; compare with `==` (at character 9).',
    ],
    ['name is not 5', 'compare with `!=`'],
    ['name is True', '`name` is a string, but `True` is a Boolean'],
    ['None is name', '`is` works only with'],
    ["'a' is None", "`'a'` is never None"],
    ['name == True', '`name` is a string'],
    ['attributes.f > True', 'True and False have no order; compare with `==`'],
    ['is_root < is_root', 'have no order'],
    ['name < None', 'None can only be compared with'],
    ['None in name', 'None can only be compared with'],
    [
      "name in ['a', None]",
      "All values of a list must have the same type, but `'a'` and `None` differ",
    ],
    ['name in [None]', 'None can only be compared with'],
    ["name in ['a', 1]", "`'a'` and `1` differ"],
    ["'a' in ['a', 'b']", "`'a'` is not a field that can be in a list"],
    ["latency_ms in ['1']", 'drop the quotes'],
    ["'a' in 'abc'", '`in` must be followed by a field or a list, not a string'],
    ["'a' in latency_ms", '`in` searches strings, but `latency_ms` is a number'],
    ['5 in name', '`in` searches for a string, but `5` is a number; put it in quotes'],
    ['latency_ms in name', '`latency_ms` is a number (at'],
    ['[1] == latency_ms', 'A list is only allowed after `in` or `not in`'],
    ['name == [1]', 'A list is only allowed after'],
    ["parent_span.name == 'x'", 'A parent has no fields'],
    ["parent_span == 'x'", '`parent_span` has no value and can only be compared with None'],
    ['parent_span == None', '`parent_span` is not compared with `==`; write `is None`'],
    ['None != parent_span', '`parent_span` is not compared with `==`'],
    ['parent_span', '`parent_span` alone is not a condition'],
    ["annotations['q'] == 1", "`annotations['q']` has no value"],
    [
      "start_time > '2024-01-01'",
      "`'2024-01-01'` has no offset from UTC; write it as '2024-05-01T",
    ],
    ["start_time > '2024-01-01T00:00:00'", 'has no offset'],
    ["start_time > 'yesterday'", "`'yesterday'` is not a time"],
    ["start_time > '1700000000'", 'is not a time'],
    ["start_time > '2024-13-01T00:00:00Z'", 'is not a time'],
    ['start_time > 5', "`5` is a number; write the time as '2024-05-01T00:00:00Z'"],
    ['start_time == name', '`name` is a string'],
    ['start_time > attributes.t', '`attributes.t` is a JSON value'],
    ['start_time + 1 > 2', 'A number is required here, but `start_time` is a time'],
    ["annotations['q'].scores > 1", 'An annotation has score, label and explanation'],
    ['name', '`name` alone is not a condition; compare it'],
    ['latency_ms', '`latency_ms` alone is not a condition'],
    [
      'latency_ms + name',
      'Only strings can be concatenated with a string, but `latency_ms` is a number',
    ],
    ['latency_ms + 1', '`latency_ms + 1` alone is not a condition'],
    ['not name', '`name` alone is not a condition'],
    ['(name)', '`(name)` alone is not a condition'],
    ['True', '`True` alone is not a condition'],
    ['1', '`1` alone is not a condition'],
    ["'a'", "`'a'` alone is not a condition"],
    ['None', 'None can only'],
    ["[1] and name == 'a'", 'A list is only'],
    ["(name == 'a') == True", "`(name == 'a')` is a condition, but a value is required here"],
    ["float(name == 'a') > 1", 'is a condition'],
    ['name + 1 == 2', 'Only strings can be concatenated with a string, but `1` is a number'],
    [
      "latency_ms - '5' > 1",
      "A number is required here, but `'5'` is a string; drop the quotes: 5",
    ],
    ['-name > 1', 'A number is required here, but `name` is a string'],
    ['latency_ms * True > 1', 'A number is required here, but `True` is a Boolean'],
    ['float(name) > 1', 'float(…) converts JSON values and numbers, but `name` is a string'],
    ["int('x') > 1", 'int(…) converts JSON values and numbers'],
    ["str(latency_ms) == '5'", 'str(…) converts JSON values, but `latency_ms` is a number'],
    ["str(name) == '5'", 'str(…) converts JSON values, but `name` is a string'],
  ])('refuses %j', (text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('shortens what it quotes', () => {
    const message = refusal(`'${'a'.repeat(500)}' == 5`);
    expect(message).toContain(`\`'${'a'.repeat(78)}…\` is a string`);
    expect(message.length).toBeLessThan(200);
  });

  it.each([
    ['1 < latency_ms < 2', 'Chained comparisons are not supported in this filter'],
    ['latency_ms + 1 > 2', 'Arithmetic is not supported in this filter'],
    ['latency_ms in [1]', 'A list is not supported in this filter'],
    ["float(attributes['x']) > 1", 'float(…) is not supported in this filter'],
    ["int(attributes['x']) > 1", 'int(…) is not supported in this filter'],
    ["str(attributes['x']) == 'a'", 'str(…) is not supported in this filter'],
  ])('refuses %j for rows that do not support it', (text, message) => {
    const plain: Grain = {
      ...spanLikeGrain,
      allows: { chains: false, arithmetic: false, lists: false, casts: [], looseTypes: true },
    };
    expect(refusal(text, plain)).toContain(message);
    expect(readFilter('-latency_ms > -5', plain)).not.toBeNull();
  });

  it('converts strings to the form in which they are stored', () => {
    const texts = (text: string) => JSON.stringify(readFilter(text, spanLikeGrain));
    expect(texts("span_kind == 'llm'")).toContain('"LLM"');
    expect(texts("'llm' != span_kind")).toContain('"LLM"');
    expect(texts("span_kind in ['llm', 'tool']")).toContain('["LLM","TOOL"]');
    expect(texts("'oo' in span_kind")).toContain('"OO"');
    expect(texts("name == 'llm'")).toContain('"llm"');
  });

  it('throws only FilterSyntaxError, whatever parts of conditions are combined', () => {
    const parts = ACCEPTED.flatMap((text) => text.split(' '));
    const mixed = fc.oneof(
      fc.array(fc.constantFrom(...parts, '(', ')', 'None', 'is', '+'), { maxLength: 12 }),
      fc.array(fc.constantFrom(...ACCEPTED, 'and', 'or', 'not', ' == '), { maxLength: 7 }),
    );
    fc.assert(
      fc.property(mixed, (words) => {
        expect(() => refusal(words.join(' '))).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });
});
