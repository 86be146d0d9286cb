import type { Type } from '@nestjs/common';
import { z } from 'zod';

const shapes = new WeakMap<object, Record<string, z.ZodType>>();
const schemas = new WeakMap<Type, z.ZodType<Record<string, unknown>>>();

/**
 * A rule for a field of a GraphQL input or arguments class, beyond what its GraphQL type says. The
 * global `ValidationPipe` applies it. Define bounds that REST shares in one place.
 */
export function Check(rule: z.ZodType): PropertyDecorator {
  return (prototype, field) => {
    if (schemas.has(prototype.constructor as Type)) {
      throw new Error('A rule must be added before the rules of its class are read.');
    }
    const own = shapes.get(prototype) ?? {};
    shapes.set(prototype, { ...own, [field]: rule });
  };
}

/**
 * The rules of a class and of those it extends, as one schema; null if there are none. Fields
 * without a rule pass unchanged. For a nested input, `@Check(checksOf(Inner).nullish())`.
 */
export function checksOf(input: Type): z.ZodType<Record<string, unknown>> | null {
  const known = schemas.get(input);
  if (known) return known;
  const shape = shapeOf(input.prototype);
  if (!shape) return null;
  // Zod compiles a schema at its first use, and a field of a list is checked once per row.
  const schema = z.looseObject(shape);
  schemas.set(input, schema);
  return schema;
}

function shapeOf(prototype: object | null): Record<string, z.ZodType> | null {
  if (prototype === null) return null;
  const inherited = shapeOf(Object.getPrototypeOf(prototype));
  const own = shapes.get(prototype);
  return inherited || own ? { ...inherited, ...own } : null;
}
