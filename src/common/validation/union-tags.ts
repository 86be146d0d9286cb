import type { z } from 'zod';

type Schema = z.core.$ZodTypes;

/**
 * The path to a place in a value, with the tag put behind every step that leads to one of several
 * kinds of object told apart by a tag.
 */
export function withTags(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
  value: unknown,
): (string | number)[] {
  const loc: (string | number)[] = [];
  let known: Schema | undefined = schema as Schema;
  let at = value;
  for (const step of path) {
    known = known && chosen(known, at, loc);
    loc.push(typeof step === 'number' ? step : String(step));
    known = known && inside(known, step);
    at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined;
  }
  return loc;
}

/** The object or list schema that a value is read by; tags on the way there are added. */
function chosen(schema: Schema, value: unknown, loc: (string | number)[]): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    return chosen(def.innerType as Schema, value, loc);
  }
  if (def.type !== 'union') return schema;
  const options = def.options as readonly Schema[];
  const name = (def as z.core.$ZodDiscriminatedUnionDef).discriminator;
  if (name === undefined) {
    return options.find(({ _zod }) => (_zod.def.type === 'array') === Array.isArray(value));
  }
  const tag: unknown = Reflect.get(value as object, name);
  loc.push(String(tag));
  return options.find(({ _zod }) => _zod.propValues?.[name]?.has(tag as string));
}

function inside(schema: Schema, step: PropertyKey): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element as Schema;
  if (def.type !== 'object' || !Object.hasOwn(def.shape, step)) return undefined;
  return def.shape[String(step)] as Schema;
}
