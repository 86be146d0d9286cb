import type { ArgumentMetadata } from '@nestjs/common';
import { z } from 'zod';
import { ValidationError } from '../errors/errors.js';
import { Check, checksOf } from './check.js';
import { storableText, trimmedText } from './json-fields.js';
import { ValidationPipe } from './validation.pipe.js';

class Tag {
  @Check(storableText().nullish())
  description?: string | null;
}

class Input {
  @Check(trimmedText())
  name!: string;

  @Check(z.array(checksOf(Tag)!).nullish())
  tags?: Tag[] | null;

  payload?: object;

  latest = false;
}

class Unchecked {
  first = 50;
}

const transform = (value: unknown, metadata: Partial<ArgumentMetadata> = { metatype: Input }) =>
  new ValidationPipe().transform(value, { type: 'body', ...metadata });

/** Runs `work`, which must throw, and returns the violations. */
function violationsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.detail.map(({ type, loc }) => `${type} ${loc.join('.')}`);
  }
  return [];
}

describe('ValidationPipe', () => {
  it('validates a body and a query with the schema of the handler', () => {
    const schema = z.object({ name: z.string() });
    expect(transform({ name: 'a', other: 1 }, { schema })).toEqual({ name: 'a' });
    expect(violationsOf(() => transform({}, { schema }))).toEqual(['missing body.name']);
    expect(violationsOf(() => transform({}, { schema, type: 'query' }))).toEqual([
      'missing query.name',
    ]);
  });

  it.each([
    [undefined, 'missing body'],
    [null, 'model_type body'],
    [[], 'model_type body'],
    ['text', 'model_type body'],
  ])('refuses %j as a body', (body, violation) => {
    const schema = z.object({ name: z.string().optional() });
    expect(violationsOf(() => transform(body, { schema }))).toEqual([violation]);
  });

  it('applies the rules of an input class and sets its defaults', () => {
    const input = transform({ name: ' a ', tags: [{ description: 'd' }] });
    expect(input).toBeInstanceOf(Input);
    expect(input).toEqual({ name: 'a', tags: [{ description: 'd' }], latest: false });
  });

  it('names the field of a nested input that breaks a rule', () => {
    expect(() => transform({ name: 'a', tags: [{ description: '\0' }] })).toThrow(
      'tags.0.description: Input should not contain NUL',
    );
  });

  it('sets the defaults of a class without rules', () => {
    expect(transform({}, { metatype: Unchecked })).toEqual({ first: 50 });
    expect(transform({ first: 1 }, { metatype: Unchecked })).toEqual({ first: 1 });
  });

  it('accepts GraphQL inputs, which have no prototype', () => {
    const value = Object.assign(Object.create(null) as object, { name: 'a' });
    expect(transform(value)).toBeInstanceOf(Input);
  });

  it("returns plain values and the server's own objects unchanged", () => {
    const parent = { name: ' a ' };
    expect(transform(parent, { metatype: Input, type: 'custom' })).toBe(parent);
    expect(transform('5', { metatype: String, type: 'param' })).toBe('5');
    expect(transform(parent, { metatype: Object })).toBe(parent);
  });

  it('does not copy payloads, and quickly reads objects with many keys', () => {
    const payload = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 1]));
    const started = performance.now();
    const input = transform({ name: 'x', payload, ...payload }) as Input;
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(input.payload).toBe(payload);
  });
});
