import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError as Violation } from 'class-validator';
import { z } from 'zod';
import { checksOf } from './check.js';
import { readAs } from './read-as.js';
import { echoedInput } from '../errors/echoed-input.js';
import { type ValidationDetail, ValidationError } from '../errors/errors.js';
import { verbatimFields } from './verbatim.js';

const PLACES: Record<string, string> = { body: 'body', query: 'query', param: 'path' };

/**
 * Turns what came in into its DTO and checks it. Unknown keys are not refused, so handlers read
 * fields by name; violations are reported in the form that the published clients read, with `loc`
 * leading to the field. Keys without a validator are kept: GraphQL has checked its own already.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { metatype, type, schema }: ArgumentMetadata): Promise<unknown> {
    if (schema instanceof z.ZodType) return readAs(schema, value, [PLACES[type] ?? 'args']);
    const check = metatype && checksOf(metatype);
    if (check) return Object.assign(new metatype(), readAs(check, value, []));
    // Parents and contexts of resolvers are the server's own; nobody sent them.
    if (type === 'custom' || !metatype || !isDto(metatype)) return value;
    const place = PLACES[type];
    if (place === 'body' && value === undefined) {
      throw new ValidationError([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ValidationError([
        { type: 'model_type', loc: [place ?? 'args'], msg: 'Input should be a valid object' },
      ]);
    }
    const dto = instantiate(metatype, value, place ?? 'args');
    const violations = await validate(dto, { forbidUnknownValues: false });
    if (violations.length > 0) {
      throw new ValidationError(violations.flatMap((v) => details(v, place ? [place] : [])));
    }
    return dto;
  }
}

/** About the square of the keys that one object of a request may have beside what is kept verbatim. */
const MAX_TRANSFORM_STEPS = 100_000_000;

/** The transformer looks through all keys of an object for each of them, and follows every level on the call stack. */
function instantiate(metatype: Type, value: object, place: string): object {
  try {
    const verbatim = verbatimFields(metatype.prototype as object);
    const rest = Object.fromEntries(
      Object.entries(value).filter(([key]) => !verbatim.includes(key)),
    );
    assertTransformable(rest, place);
    const dto = plainToInstance(metatype, verbatim.length === 0 ? value : rest) as object;
    for (const field of verbatim) {
      if (Object.hasOwn(value, field)) Reflect.set(dto, field, Reflect.get(value, field));
    }
    return dto;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ValidationError([
      { type: 'recursion_loop', loc: [place], msg: 'Input is nested too deeply' },
    ]);
  }
}

/** @throws ValidationError when so many keys would keep the server from everybody else. */
function assertTransformable(value: object, place: string): void {
  const pending: unknown[] = [value];
  let steps = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Object.values(next);
    if (!Array.isArray(next)) steps += inner.length ** 2;
    if (steps > MAX_TRANSFORM_STEPS) {
      throw new ValidationError([
        { type: 'too_long', loc: [place], msg: 'Input has too many keys' },
      ]);
    }
    for (const child of inner) pending.push(child);
  }
}

/** Parameters typed as a plain value (string, number, object) have nothing to check. */
function isDto(metatype: Type): boolean {
  return ![String, Boolean, Number, Array, Object].includes(metatype as never);
}

function details(violation: Violation, path: (string | number)[]): ValidationDetail[] {
  const { property } = violation;
  const loc = [...path, /^\d+$/.test(property) ? Number(property) : property];
  const own = Object.entries(violation.constraints ?? {}).map(([rule, msg]) =>
    violation.value === undefined
      ? { type: 'missing', loc, msg: 'Field required' }
      : { type: rule, loc, msg, input: echoedInput(violation.value, loc) },
  );
  // One missing field breaks several rules; it is reported once.
  const first = violation.value === undefined ? own.slice(0, 1) : own;
  return [...first, ...(violation.children ?? []).flatMap((child) => details(child, loc))];
}
