import { ValidationError } from '../errors/errors.js';
import { QueryInt } from './query-params.js';
import { ValidationPipe } from './validation.pipe.js';

class Query {
  @QueryInt({ min: 1, max: 1000 })
  limit?: number;
}

const read = (limit: unknown) =>
  new ValidationPipe().transform({ limit }, { type: 'query', metatype: Query }) as Promise<Query>;

/** Returns the error for a limit, with the name of the rule first. */
const refusal = async (limit: unknown) => {
  const error: unknown = await read(limit).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ValidationError);
  return (error as ValidationError).detail.map(({ type, msg }) => `${type}: ${msg}`);
};

describe('QueryInt', () => {
  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['5.0', 5],
    ['+1', 1],
    ['1000', 1000],
    [undefined, undefined],
  ])('reads %j', async (text, value) => {
    expect((await read(text)).limit).toBe(value);
  });

  it.each([
    ['x', 'int_parsing: Input should be a valid integer'],
    ['', 'int_parsing: Input should be a valid integer'],
    ['1.5', 'int_parsing: Input should be a valid integer'],
    [['1', '2'], 'int_parsing: Input should be a valid integer'],
    ['0', 'greater_than: Input should be greater than 0'],
    ['1001', 'less_than_equal: Input should be less than or equal to 1000'],
  ])('says one thing of %j', async (text, expected) => {
    expect(await refusal(text)).toEqual([expected]);
  });
});
