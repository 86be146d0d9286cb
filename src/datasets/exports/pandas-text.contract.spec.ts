import { type JsonValue, parseJson } from '../../kernel/json/json.js';
import { cellText, createFacts, noteValue } from './pandas-text.contract.js';

/** Returns the cells of one column. Values are given as JSON, with `-` for a row without one. */
function column(...values: string[]): string[] {
  const parsed = values.map((text): JsonValue | undefined =>
    text === '-' ? undefined : parseJson(text),
  );
  const facts = createFacts();
  for (const value of parsed) noteValue(facts, value);
  return parsed.map((value) => cellText(value, facts));
}

describe('cells of a data frame', () => {
  it.each([
    ['whole numbers', ['1', '-2'], ['1', '-2']],
    ['whole numbers with a gap', ['1', '-'], ['1.0', '']],
    ['whole numbers with null', ['null', '2'], ['', '2.0']],
    ['whole numbers next to fractions', ['1', '0.5'], ['1.0', '0.5']],
    ['floats', ['1.0', '1e-7', '1e22', '0.1'], ['1.0', '1e-07', '1e+22', '0.1']],
    ['truth values with a gap', ['true', 'false', '-'], ['True', 'False', '']],
    ['a mixture', ['1', '"a,b"', '1.0', 'null', 'true'], ['1', 'a,b', '1.0', '', 'True']],
    ['lists', ['[1, "a", null]'], ["[1, 'a', None]"]],
    ['numbers beyond 2^53 with a gap', ['9007199254740993', '-'], ['9007199254740993', '']],
    ['nothing', ['-', 'null'], ['', '']],
  ])('are right for %s', (_what, values, cells) => {
    expect(column(...values)).toEqual(cells);
  });
});
