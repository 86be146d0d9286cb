import 'reflect-metadata';
import { IsObject, IsString } from 'class-validator';
import { ValidationError } from '../errors/errors.js';
import { ValidationPipe } from './validation.pipe.js';
import { Verbatim } from './verbatim.js';

class SpecDto {
  @IsString()
  name!: string;

  @IsObject()
  options!: object;

  @Verbatim()
  payload!: object;
}

const keys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

const transform = (value: object) =>
  new ValidationPipe().transform(value, { type: 'body', metatype: SpecDto });

describe('ValidationPipe', () => {
  it.each([
    ['unknown ones', () => ({ name: 'x', options: {}, ...keys(50_000) })],
    ['those of a member', () => ({ name: 'x', options: keys(50_000) })],
    ['those of an element', () => ({ name: 'x', options: { list: [keys(50_000)] } })],
    [
      'those of many objects',
      () => ({ name: 'x', options: Array.from({ length: 40 }, () => keys(5_000)) }),
    ],
  ])('refuses so many keys that they would keep it busy: %s', async (_, value) => {
    const input = value();
    const started = performance.now();
    await expect(transform(input)).rejects.toThrow(ValidationError);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('lets payloads have as many keys as they like, and others thousands', async () => {
    const payload = keys(50_000);
    const dto = (await transform({ name: 'x', options: keys(5_000), payload })) as SpecDto;
    expect(dto.payload).toBe(payload);
    expect(Object.keys(dto.options)).toHaveLength(5_000);
  });
});
