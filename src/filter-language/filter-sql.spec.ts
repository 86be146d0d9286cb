import fc from 'fast-check';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { DistributedWhere } from '../kernel/sql/distributed-where.js';
import { spanLikeGrain } from '../../test/support/span-like-grain.js';
import { mayHaveEscapesSql } from './escaped-text.js';
import { filterSql } from './filter-sql.js';
import { readFilter } from './read-filter.js';

const write = (text: string) => {
  const where = new DistributedWhere(new SingleDistribution());
  const sql = filterSql(readFilter(text, spanLikeGrain)!, where);
  return { ...sql, parameters: where.parameters };
};

describe('the SQL of conditions', () => {
  it.each([
    ["name == 'a'", '((s.name = $1::text))', ['a']],
    ["name != 'a' or True", '(((s.name <> $1::text)) OR true)', ['a']],
    ["name < 'a'", '(((s.name) COLLATE "C" < $1::text))', ['a']],
    ['latency_ms > -1_0.5', '((s.latency_ms > $1::numeric))', ['-10.5']],
    [
      '1 < latency_ms <= 2',
      '(($1::numeric < s.latency_ms) AND (s.latency_ms <= $2::numeric))',
      ['1', '2'],
    ],
    ['name is None', '(((s.name) IS NULL))', []],
    ['name != None', '((NOT ((s.name) IS NULL)))', []],
    ['parent_span is None', '((NOT s.has_parent))', []],
    [
      "'A' in name",
      `((CASE WHEN $2::boolean AND ${mayHaveEscapesSql('s.name')} ` +
        'THEN ((strpos(lower(s.name), lower($1::text)) > 0) OR ((s.name) COLLATE "C" ~ $3::text)) ' +
        'ELSE (strpos(lower(s.name), lower($1::text)) > 0) END))',
      ['A', false, ''],
    ],
    [
      "'aé' in name",
      `((CASE WHEN $2::boolean AND ${mayHaveEscapesSql('s.name')} ` +
        'THEN ((strpos(lower(s.name), lower($1::text)) > 0) OR ((s.name) COLLATE "C" ~ $3::text)) ' +
        'ELSE (strpos(lower(s.name), lower($1::text)) > 0) END))',
      ['aé', true, String.raw`(?:a|A)(?:é|É|\\+u00[eE]9|\\+u00[cC]9)`],
    ],
    ["name not in ['a', 'b']", '((NOT (s.name = ANY($1::text[]))))', [['a', 'b']]],
    [
      "start_time < '2024-06-01T00:00:00+02:00'",
      '((s.start_time < $1::timestamptz))',
      ['2024-05-31T22:00:00+00:00'],
    ],
    [
      "attributes['a'][0] == 'x'",
      "((((s.attributes -> $1::text -> $2::integer) #>> '{}') = $3::text))",
      ['a', 0, 'x'],
    ],
    [
      'latency_ms / 2 > 1',
      '(((((s.latency_ms)::numeric / NULLIF(($1::numeric)::numeric, 0)))::numeric > ($2::numeric)::numeric))',
      ['2', '1'],
    ],
  ])('of %s', (text, condition, parameters) => {
    expect(write(text)).toEqual({ joins: '', condition, parameters });
  });

  it('moves negations inward, where three-valued logic keeps its meaning', () => {
    expect(write("not (name == 'a' and not (is_root or False))").condition).toBe(
      '((NOT ((s.name = $1::text))) OR (((s.is_root = $2::boolean)) OR false))',
    );
  });

  it('joins a row once if several parts mention it', () => {
    const { joins, condition, parameters } = write(
      "annotations['q'].score > 1 and (annotations['q'].label == 'x' or not annotations['q'])",
    );
    expect(joins).toBe('LEFT JOIN annotations annotation_1 ON annotation_1.name = $1');
    expect(condition).toBe(
      '(((annotation_1.score > $2::numeric)) AND (((annotation_1.label = $3::text)) OR (NOT ((annotation_1.id IS NOT NULL)))))',
    );
    expect(parameters).toEqual(['q', '1', 'x']);
  });

  it('checks for each comparison separately whether any of its rows matches', () => {
    const rows = 'SELECT FROM (VALUES (1)) AS itself LEFT JOIN runs r ON true WHERE';
    expect(write('runs > 1 and 5 > runs > 2').condition).toBe(
      `(EXISTS (${rows} (r.number > $1::numeric)) AND EXISTS (${rows} ($2::numeric > r.number) AND (r.number > $3::numeric)))`,
    );
    // `not` is true only if the test is false for every row, not if it is unknown for one.
    expect(write('not runs > 1').condition).toBe(
      `NOT EXISTS (${rows} ((r.number > $1::numeric)) IS NOT FALSE)`,
    );
  });

  const anything = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
  const written = (text: string) =>
    `'${Array.from(text, (character) => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`).join('')}'`;

  it('does not depend on strings and numbers, which are parameters', () => {
    const value = fc.record({
      text: anything.filter((text) => !text.includes('\0')),
      number: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
    });
    const template = ({ text, number }: { text: string; number: number }) =>
      `(${written(text)} in name or name in [${written(text)}] or latency_ms * ${number} > ${number}
        or ${written(text)} in metadata[${written(text)}] or attributes.x == ${number}
        or annotations['q'].label == ${written(text)} or metadata.x == ${written(text)}
        or str(metadata.x) + ${written(text)} != name) and not runs == ${number}`;
    const expected = write(template({ text: 'a', number: 1 }));
    fc.assert(
      fc.property(value, (given) => {
        const { joins, condition, parameters } = write(template(given));
        expect({ joins, condition }).toEqual({
          joins: expected.joins,
          condition: expected.condition,
        });
        expect(parameters).toHaveLength(expected.parameters.length);
        expect(parameters.filter((parameter) => parameter === given.text).length).toBeGreaterThan(
          3,
        );
      }),
    );
    // Every parameter is used, and all strings and numbers are parameters.
    const places = `${expected.joins} ${expected.condition}`.match(/\$\d+/g);
    expect(new Set(places).size).toBe(expected.parameters.length);
  });
});
