import fc from 'fast-check';
import { spanLikeGrain } from '../../../test/support/span-like-grain.js';
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

describe('conditions about rows', () => {
  it.each(ACCEPTED)('%s is one', (text) => {
    expect(readFilter(text, spanLikeGrain)).not.toBeNull();
  });

  it.each(['', '  ', '\n\t'])('%j filters nothing', (text) => {
    expect(readFilter(text, spanLikeGrain)).toBeNull();
  });

  it.each([
    [
      "latency_ms > '100'",
      "`latency_ms` is a number, but `'100'` is a text; drop the quotes: 100 (at character 14)",
    ],
    ["'100' < latency_ms", '; drop the quotes: 100'],
    ["latency_ms > 'slow'", "`latency_ms` is a number, but `'slow'` is a text (at character 14)"],
    ["latency_ms == ''", '`latency_ms` is a number'],
    ['name == 5', '`name` is a text, but `5` is a number; put it in quotes'],
    ['name == latency_ms', '`name` is a text, but `latency_ms` is a number'],
    ["name is 'a'", '`is` only asks for None, True or False; compare by `==` (at character 9)'],
    ['name is not 5', 'compare by `!=`'],
    ['name is True', '`name` is a text, but `True` is True or False'],
    ['None is name', '`is` only asks for'],
    ["'a' is None", "`'a'` is never None"],
    ['name == True', '`name` is a text'],
    ['attributes.f > True', 'True and False have no order: compare by `==`'],
    ['is_root < is_root', 'have no order'],
    ['name < None', 'None can only be compared by'],
    ['None in name', 'None can only be compared by'],
    ["name in ['a', None]", "A list holds values of one type, but `'a'` and `None` differ"],
    ['name in [None]', 'None can only be compared by'],
    ["name in ['a', 1]", "`'a'` and `1` differ"],
    ["'a' in ['a', 'b']", "`'a'` is no field to look for in a list"],
    ["latency_ms in ['1']", 'drop the quotes'],
    ["'a' in 'abc'", 'A field or a list must stand behind `in`, not a text'],
    ["'a' in latency_ms", '`in` looks into texts, but `latency_ms` is a number'],
    ['5 in name', '`in` looks for a text, but `5` is a number; put it in quotes'],
    ['latency_ms in name', '`latency_ms` is a number (at'],
    ['[1] == latency_ms', 'A list can only stand behind `in` or `not in`'],
    ['name == [1]', 'A list can only stand behind'],
    ["parent_span.name == 'x'", 'A parent has no fields'],
    ["parent_span == 'x'", '`parent_span` has no value; it can only be compared with None'],
    ['parent_span', '`parent_span` alone is no condition'],
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
    ['start_time == name', '`name` is a text'],
    ['start_time > attributes.t', '`attributes.t` is a JSON value'],
    ['start_time + 1 > 2', 'A number is needed here, but `start_time` is a time'],
    ["annotations['q'].scores > 1", 'An annotation has score, label and explanation'],
    ['name', '`name` alone is no condition: compare it'],
    ['latency_ms', '`latency_ms` alone is no condition'],
    ['latency_ms + name', 'Only texts can be joined to a text, but `latency_ms` is a number'],
    ['latency_ms + 1', '`latency_ms + 1` alone is no condition'],
    ['not name', '`name` alone is no condition'],
    ['(name)', '`(name)` alone is no condition'],
    ['True', '`True` alone is no condition'],
    ['1', '`1` alone is no condition'],
    ["'a'", "`'a'` alone is no condition"],
    ['None', 'None can only'],
    ["[1] and name == 'a'", 'A list can only'],
    ["(name == 'a') == True", "`(name == 'a')` is a condition; a value is needed here"],
    ["float(name == 'a') > 1", 'is a condition'],
    ['name + 1 == 2', 'Only texts can be joined to a text, but `1` is a number'],
    ["latency_ms - '5' > 1", "A number is needed here, but `'5'` is a text; drop the quotes: 5"],
    ['-name > 1', 'A number is needed here, but `name` is a text'],
    ['latency_ms * True > 1', 'A number is needed here, but `True` is True or False'],
    ['float(name) > 1', 'float(…) reads JSON values and numbers; `name` is a text'],
    ["int('x') > 1", 'int(…) reads JSON values and numbers'],
    ["str(latency_ms) == '5'", 'str(…) reads JSON values; `latency_ms` is a number'],
    ["str(name) == '5'", 'str(…) reads JSON values; `name` is a text'],
  ])('refuses %j', (text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('shortens what it quotes', () => {
    const message = refusal(`'${'a'.repeat(500)}' == 5`);
    expect(message).toContain(`\`'${'a'.repeat(78)}…\` is a text`);
    expect(message.length).toBeLessThan(200);
  });

  it.each([
    ['1 < latency_ms < 2', 'A chain of comparisons is not supported in this filter'],
    ['latency_ms + 1 > 2', 'Arithmetic is not supported in this filter'],
    ['latency_ms in [1]', 'A list is not supported in this filter'],
    ["float(attributes['x']) > 1", 'float(…) is not supported in this filter'],
    ["int(attributes['x']) > 1", 'int(…) is not supported in this filter'],
    ["str(attributes['x']) == 'a'", 'str(…) is not supported in this filter'],
  ])('refuses %j where rows do not have that', (text, message) => {
    const plain: Grain = {
      ...spanLikeGrain,
      allows: { chains: false, arithmetic: false, lists: false, casts: [] },
    };
    expect(refusal(text, plain)).toContain(message);
    expect(readFilter('-latency_ms > -5', plain)).not.toBeNull();
  });

  it('brings texts into the form in which they are stored', () => {
    const texts = (text: string) => JSON.stringify(readFilter(text, spanLikeGrain));
    expect(texts("span_kind == 'llm'")).toContain('"LLM"');
    expect(texts("'llm' != span_kind")).toContain('"LLM"');
    expect(texts("span_kind in ['llm', 'tool']")).toContain('["LLM","TOOL"]');
    expect(texts("'oo' in span_kind")).toContain('"OO"');
    expect(texts("name == 'llm'")).toContain('"llm"');
  });

  it('throws nothing but its own error, whatever parts of conditions come together', () => {
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
