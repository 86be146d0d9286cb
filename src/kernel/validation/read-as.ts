import type { z } from 'zod';
import { echoInput } from './echoed-input.js';
import { type ValidationDetail, ValidationError } from '../errors/errors.js';

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodTypes;

/**
 * Validates a value with a schema.
 * @param place the part of the request that it is from, such as `body`.
 * @throws ValidationError that lists every violation, in the words that the published clients
 * expect. After a member of a tagged union, `loc` continues with the tag: `["template", "chat",
 * "messages"]`.
 */
export function readAs<S extends z.ZodType>(
  schema: S,
  value: unknown,
  place: readonly string[],
): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const reader = new IssueReader(schema, value, place);
  throw new ValidationError(read.error.issues.flatMap((issue) => reader.details(issue)));
}

/** Converts a schema's issues with a value to violations. */
class IssueReader {
  constructor(
    private readonly schema: z.ZodType,
    private readonly value: unknown,
    private readonly place: readonly string[],
  ) {}

  details(issue: Issue, outer: readonly PropertyKey[] = []): ValidationDetail[] {
    const path = [...outer, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        this.detail([...path, key], 'extra_forbidden', 'Extra inputs are not permitted'),
      );
    }
    if (issue.code === 'invalid_union' && issue.discriminator) {
      return [this.tagDetail(issue, path.slice(0, -1))];
    }
    if (issue.code === 'invalid_union') {
      const meant = issue.errors.find((branch) => !branch.some(isOfOtherType));
      if (meant) return meant.flatMap((inner) => this.details(inner, path));
    }
    if (this.at(path) === undefined) return [this.detail(path, 'missing', 'Field required')];
    return [this.detail(path, ...describeIssue(issue))];
  }

  private tagDetail(
    issue: z.core.$ZodIssueInvalidUnion,
    path: readonly PropertyKey[],
  ): ValidationDetail {
    const { discriminator: name } = issue;
    const options = 'options' in issue ? (issue.options ?? []) : [];
    if (this.at([...path, name!]) === undefined) {
      const words = `Unable to extract tag using discriminator '${name}'`;
      return this.detail(path, 'union_tag_not_found', words);
    }
    const words =
      `Input tag found using '${name}' does not match any of the expected tags: ` +
      options.map(quote).join(', ');
    return this.detail(path, 'union_tag_invalid', words);
  }

  private detail(path: readonly PropertyKey[], type: string, words: string): ValidationDetail {
    const loc = [...this.place, ...withTags(this.schema, path, this.value)];
    const isOwnRule = type === 'value_error';
    const found = this.at(path);
    // For a missing value, `input` is the object that lacks it.
    const input = echoInput(found === undefined ? this.at(path.slice(0, -1)) : found, loc);
    return {
      type,
      loc,
      msg: isOwnRule ? `Value error, ${words}` : words,
      ...(input === undefined ? {} : { input }),
      ...(isOwnRule ? { ctx: { error: {} } } : {}),
    };
  }

  private at(path: readonly PropertyKey[]): unknown {
    let at = this.value;
    for (const step of path) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
      at = Reflect.get(at, step);
    }
    return at;
  }
}

function isOfOtherType({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

const TYPES: Record<string, [type: string, words: string]> = {
  array: ['list_type', 'Input should be a valid list'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  number: ['float_type', 'Input should be a valid number'],
  object: ['model_type', 'Input should be a valid object'],
  string: ['string_type', 'Input should be a valid string'],
};

/** Returns Pydantic's type and words for an issue, which the published clients expect. */
function describeIssue(issue: Issue): [type: string, words: string] {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? ['value_error', issue.message];
    case 'invalid_value': {
      const values = issue.values.map(quote);
      const last = values.pop();
      if (values.length === 0) return ['literal_error', `Input should be ${last}`];
      return ['enum', `Input should be ${values.join(', ')} or ${last}`];
    }
    case 'invalid_format':
      return ['string_pattern_mismatch', `String should match pattern '${issue.pattern ?? ''}'`];
    case 'too_small':
      return describeBound(issue.origin, 'least', Number(issue.minimum));
    case 'too_big':
      return describeBound(issue.origin, 'most', Number(issue.maximum));
    case 'invalid_union':
      return ['union_type', issue.message];
    case 'custom':
      return [String(issue.params?.['type'] ?? 'value_error'), issue.message];
    default:
      return ['value_error', issue.message];
  }
}

function describeBound(
  origin: string,
  side: 'least' | 'most',
  bound: number,
): [type: string, words: string] {
  const isLower = side === 'least';
  switch (origin) {
    case 'array': {
      const items = bound === 1 ? 'item' : 'items';
      const words = `List should have at ${side} ${bound} ${items} after validation`;
      return [isLower ? 'too_short' : 'too_long', words];
    }
    case 'string': {
      const characters = bound === 1 ? 'character' : 'characters';
      const words = `String should have at ${side} ${bound} ${characters}`;
      return [isLower ? 'string_too_short' : 'string_too_long', words];
    }
    default:
      return isLower
        ? ['greater_than_equal', `Input should be greater than or equal to ${bound}`]
        : ['less_than_equal', `Input should be less than or equal to ${bound}`];
  }
}

function quote(value: unknown): string {
  return `'${String(value)}'`;
}

/**
 * Returns a path into a value, with the tag inserted after every step that leads to a tagged union.
 */
function withTags(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
  value: unknown,
): (string | number)[] {
  const loc: (string | number)[] = [];
  let known: Schema | undefined = schema as Schema;
  let at = value;
  for (const step of path) {
    known = known && chooseSchema(known, at, loc);
    loc.push(typeof step === 'number' ? step : String(step));
    known = known && schemaInside(known, step);
    at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined;
  }
  return loc;
}

/**
 * Returns the object or list schema that applies to a value. Adds the tag of each union on the way
 * to `loc`.
 */
function chooseSchema(
  schema: Schema,
  value: unknown,
  loc: (string | number)[],
): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    return chooseSchema(def.innerType as Schema, value, loc);
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

function schemaInside(schema: Schema, step: PropertyKey): Schema | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element as Schema;
  if (def.type !== 'object' || !Object.hasOwn(def.shape, step)) return undefined;
  return def.shape[String(step)] as Schema;
}
