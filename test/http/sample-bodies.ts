/** A schema in `openapi.json`. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  format?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** A value of any kind that JSON has. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the text of a field with this name, such as an existing ID; undefined if any will do. */
export type Texts = (field: string) => string | undefined;

/**
 * Builds bodies that match a schema: one with every field, and one more for each other alternative of
 * each union in it.
 */
export function buildSamples(
  schemas: Record<string, Schema>,
  schema: Schema,
  texts: Texts,
  field = '',
): Json[] {
  const build = (inner: Schema, name = field) => buildSamples(schemas, inner, texts, name);
  if (schema.$ref !== undefined) {
    return build(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return alternatives.flatMap((alternative) => build(alternative));
  if (schema.allOf?.[0]) return build(schema.allOf[0]);
  if (schema.enum) return [schema.enum.at(-1) as Json];
  const text = schema.type === 'array' ? undefined : texts(field);
  if (text !== undefined) return [text];
  switch (schema.type) {
    case 'object':
      return schema.properties
        ? combine(
            Object.entries(schema.properties).map(([name, inner]) => [name, build(inner, name)]),
          )
        : [{ key: 'value' }];
    case 'array':
      return build(schema.items ?? {}).map((item) => [item]);
    case 'integer':
    case 'number':
      return [schema.minimum ?? 1];
    case 'boolean':
      return [true];
    default:
      return ['sample'];
  }
}

/** The first sample has the first value of every field; each other one differs in one field. */
function combine(fields: [name: string, values: Json[]][]): Json[] {
  const first = Object.fromEntries(fields.map(([name, [value]]) => [name, value ?? null]));
  const others = fields.flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...first, [name]: value })),
  );
  return [first, ...others];
}

/** Lists the paths to all values in a value, beginning with the value itself. */
export function listPaths(value: Json, path: string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, member]) => listPaths(member, [...path, key]))];
}

/** Returns a copy of a value with another value at a path. */
export function replaceAt(value: Json, [step, ...rest]: string[], replacement: Json): Json {
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, at) =>
      String(at) === step ? replaceAt(item, rest, replacement) : item,
    );
  }
  const object = value as Record<string, Json>;
  return { ...object, [step]: replaceAt(object[step] ?? null, rest, replacement) };
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: Json, path: string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, Json | undefined>)[step];
  }
  return at;
}
