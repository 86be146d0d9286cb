import { readFileSync } from 'node:fs';
import { SingleDistribution } from '../../kernel/sql/single-distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { FilterSyntaxError } from '../../filter-language/filter-syntax-error.js';
import { addSpanCondition, readSpanCondition } from './span-condition.js';

/** The conditions in the table of the documentation. */
const DOCUMENTED = readFileSync('docs/filters.md', 'utf8')
  .split('| Condition | Spans')[1]!
  .split('\n\n')[0]!
  .matchAll(/^\| `([^`]+)` \|/gm)
  .map(([, condition]) => condition!)
  .toArray();

function write(text: string) {
  const where = new DistributedWhere(new SingleDistribution());
  const joins = addSpanCondition(where, readSpanCondition(text));
  return { joins, where: where.toString(), parameters: where.parameters };
}

function refusal(text: string): string {
  try {
    readSpanCondition(text);
    return '';
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error.message;
    throw error;
  }
}

describe('conditions on spans', () => {
  it('are documented', () => {
    expect(DOCUMENTED.length).toBeGreaterThan(5);
  });

  it.each(DOCUMENTED)('%s is a condition', (condition) => {
    expect(readSpanCondition(condition)).not.toBeNull();
  });

  it.each([
    ["latency_ms > '100'", 'drop the quotes: 100'],
    ["name is 'a'", '`is` works only with None, True and False'],
    ["name in ['a', None]", 'same type'],
    ["name in ['a', 1]", 'same type'],
    ["'a' in ['a','b']", 'is not a field'],
    ["name = 'x'", 'compare with `==`'],
    ['len(name) > 3', 'cannot be called'],
    ["name.startswith('a')", 'cannot be called'],
    ["parent_span.name == 'x'", '`parent_span` can only be compared with None'],
    ['parent_span', 'alone is not a condition'],
    ["parent_span == 'x'", '`parent_span` has no value'],
    ["start_time > '2024-01-01'", 'has no offset from UTC'],
    ['start_time > 5', 'is a time'],
    ['start_time + 1 > 5', 'is a time'],
    ["annotations['q'].scores > 1", 'did you mean `score`?'],
    [
      "annotations['q'].nothing > 1",
      'Select a field of the annotation: .score, .label, .explanation',
    ],
    ["annotations['q']['score'] > 1", 'Select a field of the annotation'],
    ["annotations['q'].score.x > 1", '`score` has no parts'],
    ['annotations.q.score > 1', "Select an annotation by its name: annotations['name']"],
    ["trace_annotations == 'q'", "trace_annotations['name']"],
    ["annotations['q'] == 'good'", 'can only be compared with None'],
    ['name', 'alone is not a condition'],
    ['not name', 'alone is not a condition'],
    ['latency_ms', 'alone is not a condition'],
    ["attributes['retry']", 'alone is not a condition'],
    ['True', 'alone is not a condition'],
    ['latency_ms ** 2 > 1', 'powers are not supported'],
    ['1e400 > latency_ms', 'too large'],
    ["llm.input_messages[0] == 'x'", "attributes['llm']['input_messages'][0]"],
    ["attributes == 'x'", "Select an attribute: attributes['key']"],
    ['int(name) == 1', 'converts JSON values and numbers'],
    ["str(latency_ms) == '1'", 'str(…) converts JSON values'],
    ["'x' in latency_ms", 'searches strings'],
    ["name == 'a\\x00b'", 'NUL'],
    [`${'('.repeat(5000)}name == 'a'`, 'nested too deeply'],
    [`${'name == "a" or '.repeat(1000)}True`, 'at most 100 comparisons'],
    ['', ''],
  ])('refuses %s', (text, message) => {
    expect(refusal(text)).toContain(message);
    expect(refusal(text).length).toBeLessThanOrEqual(300);
  });

  it('reads only the hot column to find a short value', () => {
    const { where } = write(
      "llm.model_name == 'm' and user.id in ['a'] and cost > 1 and hot == True",
    );
    // Only a span with very many attributes has such values elsewhere.
    const payloads = where.match(/s\.payload\b/g)!.length;
    expect(payloads).toBe(where.match(/pg_column_size/g)!.length);
  });

  it('checks the payload of values that may be long', () => {
    const texts = [
      "x != 'a'",
      `x == '${'a'.repeat(257)}'`,
      "x in ['a'] and not x == 'a'",
      "'a' in x",
    ];
    for (const text of texts) expect(write(text).where).toContain('whole.cold');
  });

  it('joins annotations where they cannot repeat a span', () => {
    const { joins, where, parameters } = write(
      "annotations['a'].score > 1 and evals['a'].label == 'x' and trace_annotations['a']",
    );
    expect(joins).toBe('');
    expect(where).toMatch(/^WHERE EXISTS \(/);
    expect(where.match(/LEFT JOIN/g)).toHaveLength(2);
    expect(parameters).toEqual(['a', '1', 'x', 'a']);
  });

  it('adds up subtrees only if the condition needs them', () => {
    expect(write('cumulative_token_count.total > 1').joins).toContain('WITH RECURSIVE');
    expect(write('llm.token_count.total > 1').joins).toBe('');
    expect(write('').where).toBe('');
  });
});
