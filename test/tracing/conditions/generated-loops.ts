import fc from 'fast-check';
import { join, known, type Truth } from './three-valued-logic.js';

/** A condition on rows with its meaning. */
export interface GeneratedCondition<Row> {
  text: string;
  holds: (row: Row) => Truth;
}

export type NumberOf<Row> = readonly [text: string, read: (row: Row) => number | null];
/** `upperCase`: literals are compared in upper case. */
export type TextOf<Row> = readonly [
  text: string,
  read: (row: Row) => string | null,
  form?: 'upperCase',
];

const SIGNS = {
  '==': (a: number, b: number) => a === b,
  '!=': (a: number, b: number) => a !== b,
  '<': (a: number, b: number) => a < b,
  '>=': (a: number, b: number) => a >= b,
};

export const add = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const greatest = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

const LITERALS = [
  'agent',
  'search',
  'LLM',
  'ERROR',
  'good',
  'cache_read',
  'helpful',
  'Hello, I want a refund',
  'u-1',
  'prod',
];
const NUMBERS = [0, 0.5, 1, 2, 3, 300, 1500, 4000];

/** Comparisons of the values, `and`, `or` and `not`, in three-valued logic. */
export function conditionOn<Row>(
  numbers: readonly NumberOf<Row>[],
  texts: readonly TextOf<Row>[],
  others: readonly fc.Arbitrary<GeneratedCondition<Row>>[] = [],
): fc.Arbitrary<GeneratedCondition<Row>> {
  const compared = fc
    .tuple(
      fc.constantFrom(...numbers),
      fc.constantFrom(...(Object.keys(SIGNS) as (keyof typeof SIGNS)[])),
      fc.constantFrom(...NUMBERS),
    )
    .map(([[text, read], sign, number]) => ({
      text: `${text} ${sign} ${number}`,
      holds: (row: Row) => known(read(row), (value) => SIGNS[sign](value, number)),
    }));
  const text = () => fc.constantFrom(...texts);
  const equal = () =>
    fc
      .tuple(text(), fc.boolean(), fc.constantFrom(...LITERALS))
      .map(([[text, read, form], isNegated, literal]) => ({
        text: `${text} ${isNegated ? '!=' : '=='} '${literal}'`,
        holds: (row: Row) =>
          known(
            read(row),
            (value) => (value === (form ? literal.toUpperCase() : literal)) !== isNegated,
          ),
      }));
  const contains = () =>
    fc
      .tuple(text(), fc.boolean(), fc.constantFrom('a', 'RE', 'o', 'zz'))
      .map(([[text, read], isNegated, part]) => ({
        text: `'${part}' ${isNegated ? 'not in' : 'in'} ${text}`,
        holds: (row: Row) =>
          known(
            read(row),
            (value) => value.toLowerCase().includes(part.toLowerCase()) !== isNegated,
          ),
      }));
  const absent = fc
    .tuple(fc.constantFrom<NumberOf<Row> | TextOf<Row>>(...numbers, ...texts), fc.boolean())
    .map(([[text, read], isNegated]) => ({
      text: `${text} is ${isNegated ? 'not ' : ''}None`,
      holds: (row: Row) => (read(row) === null) !== isNegated,
    }));
  return fc.letrec<{ condition: GeneratedCondition<Row>; test: GeneratedCondition<Row> }>(
    (tie) => ({
      condition: fc.oneof(
        { maxDepth: 2 },
        tie('test'),
        fc
          .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
          .map(([left, word, right]) => ({
            text: `(${left.text} ${word} ${right.text})`,
            holds: (row: Row) => join(word === 'and', left.holds(row), right.holds(row)),
          })),
        tie('condition').map(({ text, holds }) => ({
          text: `not (${text})`,
          holds: (row: Row) => known(holds(row), (truth) => !truth),
        })),
      ),
      test: fc.oneof(
        compared,
        absent,
        ...others,
        ...(texts.length > 0 ? [equal(), contains()] : []),
      ),
    }),
  ).condition;
}

/** `any`, `all`, `len`, `sum` and `max` over the elements of a row. */
export function loops<Row, Element>(
  variable: string,
  collection: string,
  read: (row: Row) => Element[],
  condition: fc.Arbitrary<GeneratedCondition<Element>>,
  numbers: readonly NumberOf<Element>[],
): fc.Arbitrary<GeneratedCondition<Row>> {
  const over = `for ${variable} in ${collection}`;
  const filtered = fc.option(condition).map((filter) => ({
    text: `${over}${filter ? ` if ${filter.text}` : ''}`,
    read: (row: Row) => read(row).filter((element) => !filter || filter.holds(element) === true),
  }));
  const quantified = fc
    .tuple(fc.constantFrom('any', 'all'), condition, filtered)
    .map(([name, { text, holds }, elements]) => ({
      text: `${name}(${text} ${elements.text})`,
      holds: (row: Row) => {
        const truths = elements.read(row).map((element) => holds(element) === true);
        return name === 'any' ? truths.includes(true) : !truths.includes(false);
      },
    }));
  const computed = fc
    .tuple(
      fc.constantFrom('len', 'sum', 'max'),
      fc.constantFrom(...numbers),
      filtered,
      fc.constantFrom(...NUMBERS),
    )
    .map(([name, [text, readNumber], elements, number]) => ({
      text:
        name === 'len'
          ? `len([${variable} ${elements.text}]) >= ${number}`
          : `${name}(${text} ${elements.text}) >= ${number}`,
      holds: (row: Row) => {
        const found = elements.read(row);
        if (name === 'len') return found.length >= number;
        const values = found.map(readNumber);
        return known(name === 'sum' ? add(values) : greatest(values), (value) => value >= number);
      },
    }));
  return fc.oneof(quantified, computed);
}
