import { IsOptional } from 'class-validator';
import { BodyBoolean, BodyFloat, BodyInt, BodyObject, BodyTime } from './body-params.js';
import { type JsonObject, parseJson, stringifyJson } from '../json/json.js';
import { ValidationPipe } from './validation.pipe.js';
import { Verbatim } from './verbatim.js';

class Dto {
  @IsOptional()
  @BodyFloat()
  score?: number | null;

  @IsOptional()
  @BodyInt({ min: 1 })
  count?: number | null;

  @IsOptional()
  @BodyBoolean()
  flag?: boolean | null;

  @IsOptional()
  @BodyTime()
  at?: string | null;

  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;

  @Verbatim()
  output: unknown;
}

const read = (text: string) =>
  new ValidationPipe().transform(parseJson(text), { type: 'body', metatype: Dto }) as Promise<Dto>;

describe('fields of JSON bodies', () => {
  it.each([
    ['{"score": 1.0}', 1],
    ['{"score": "0.5"}', 0.5],
    ['{"score": true}', 1],
    ['{"score": -3}', -3],
    ['{"score": null}', null],
  ])('takes the number of %s', async (text, score) => {
    expect((await read(text)).score).toBe(score);
  });

  it.each(['{"score": "many"}', '{"score": []}', '{"score": {}}', '{"score": "nan"}'])(
    'refuses %s',
    (text) => expect(read(text)).rejects.toThrow('score: Input should be a valid number'),
  );

  it.each([
    ['{"count": 2.0}', 2],
    ['{"count": "3"}', 3],
    ['{"count": true}', 1],
  ])('takes the whole number of %s', async (text, count) => {
    expect((await read(text)).count).toBe(count);
  });

  it.each(['{"count": 2.5}', '{"count": 0}', '{"count": 9007199254740993}', '{"count": "1e3x"}'])(
    'refuses %s',
    (text) => expect(read(text)).rejects.toThrow('count: Input should be'),
  );

  it.each([
    ['{"flag": "YES"}', true],
    ['{"flag": 0}', false],
  ])('takes the truth of %s', async (text, flag) => {
    expect((await read(text)).flag).toBe(flag);
  });

  it('takes a number of seconds for a time', async () => {
    expect((await read('{"at": 1700000000.0}')).at).toBe('2023-11-14T22:13:20+00:00');
  });

  it('hands out what is verbatim as it came', async () => {
    const text = '{"output":{"z":9007199254740993,"a":1.0,"__proto__":{"b":[{"constructor":1}]}}}';
    const dto = await read(text);
    expect(stringifyJson(dto)).toBe(text);
  });

  it.each(['{"metadata": []}', '{"metadata": "x"}', '{"metadata": 9007199254740993}'])(
    'refuses %s',
    (text) => expect(read(text)).rejects.toThrow('metadata: Input should be a valid dictionary'),
  );
});
