import { z } from 'zod';
import { ValidationError } from '../errors/errors.js';
import { openApiSchema } from './openapi-schema.js';
import { queryInt, queryList, queryNumber, queryText, queryTime } from './query-fields.js';
import { readAs } from './read-as.js';

const query = z.object({
  limit: queryInt({ min: 1, max: 1000 }).optional(),
  cursor: queryText().optional(),
  name: queryList().optional(),
  start: queryTime().optional(),
});

const read = (parameters: object) => readAs(query, parameters, ['query']);

/** Returns the violations for a limit, each as `type: message`. */
function violationsOf(limit: unknown): string[] {
  try {
    read({ limit });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.detail.map(({ type, msg }) => `${type}: ${msg}`);
  }
  return [];
}

describe('queryInt', () => {
  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['5.0', 5],
    ['+1', 1],
    ['1000', 1000],
    [undefined, undefined],
  ])('reads %j', (text, value) => {
    expect(read({ limit: text }).limit).toBe(value);
  });

  it.each([
    ['x', 'int_parsing: Input should be a valid integer'],
    ['', 'int_parsing: Input should be a valid integer'],
    ['1.5', 'int_parsing: Input should be a valid integer'],
    [['1', '2'], 'int_parsing: Input should be a valid integer'],
    ['0', 'greater_than: Input should be greater than 0'],
    ['1001', 'less_than_equal: Input should be less than or equal to 1000'],
  ])('reports one violation for %j', (text, expected) => {
    expect(violationsOf(text)).toEqual([expected]);
  });
});

describe('the documented bounds of queryInt', () => {
  it.each([
    [{ min: 1, max: 50 }, { maximum: 50 }],
    [{ min: 1, cap: 50 }, {}],
    [{ min: 1 }, {}],
  ])('end, for %j, where integers are refused: %j', (bounds, end) => {
    expect(openApiSchema(queryInt(bounds))).toEqual({ type: 'integer', minimum: 1, ...end });
  });

  it('do not include a cap, which larger integers count as', () => {
    expect(queryInt({ min: 1, cap: 50 }).parse('51')).toBe(50);
    expect(queryInt({ min: 1 }).parse('9'.repeat(30))).toBe(2_147_483_647);
  });
});

describe('a repeated parameter', () => {
  it('uses the last value if a single value is expected', () => {
    expect(read({ cursor: ['a', 'b'] }).cursor).toBe('b');
  });

  it('returns every value if a list is expected, and a single value as a list of one', () => {
    expect(read({ name: ['a', 'b'] }).name).toEqual(['a', 'b']);
    expect(read({ name: 'a' }).name).toEqual(['a']);
  });
});

describe('queryTime', () => {
  it('reads a time without an offset as UTC', () => {
    expect(read({ start: '2024-03-01T10:00:00' }).start).toBe('2024-03-01T10:00:00+00:00');
  });

  it('refuses a text that is not a time', () => {
    expect(() => read({ start: 'noon' })).toThrow('start: Input should be a valid datetime');
  });
});

describe('queryNumber', () => {
  const latency = z.object({ ms: queryNumber({ min: 0 }).optional() });

  it.each([
    ['5', 5],
    [' 2.5 ', 2.5],
    ['.5', 0.5],
    ['1.', 1],
    ['1e3', 1000],
    ['-0', -0],
  ])('reads %j', (text, number) => {
    expect(readAs(latency, { ms: text }, ['query'])).toEqual({ ms: number });
  });

  it.each(['', ' ', 'x', 'NaN', 'inf', '1_000', '0x10', '1,5', '-1', '1e309', ['1']])(
    'refuses %j',
    (value) => {
      expect(() => readAs(latency, { ms: value }, ['query'])).toThrow(ValidationError);
    },
  );
});
