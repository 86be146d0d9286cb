import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/**
 * Builds an operation that calls one root field with valid but meaningless arguments, so that only
 * access rules decide its result.
 * @param literal for every value of a type, which also sets the optional ones.
 * @param scalar name of that type.
 */
export function sampleOperation(
  schema: GraphQLSchema,
  rootField: string,
  literal?: string,
  scalar = 'JSON',
): string {
  const own = literal === undefined ? undefined : { literal, scalar };
  const [rootName, name] = rootField.split('.') as [string, string];
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const root = roots.find((type) => type?.name === rootName);
  const field = root?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${rootField}.`);
  return `${rootName.toLowerCase()} { ${name}${argumentsOf(field, own)}${selectionOf(field.type)} }`;
}

/** A literal for all values of a scalar type. */
interface OwnLiteral {
  literal: string;
  scalar: string;
}

function argumentsOf(field: GraphQLField<unknown, unknown>, own: OwnLiteral | undefined): string {
  const given = field.args.filter(({ type }) => isNonNullType(type) || setsOwn(type, own));
  if (given.length === 0) return '';
  return `(${given.map(({ name, type }) => `${name}: ${sampleOf(type, own)}`).join(', ')})`;
}

function setsOwn(type: GraphQLInputType, own: OwnLiteral | undefined): boolean {
  return own !== undefined && getNamedType(type).name === own.scalar;
}

function sampleOf(type: GraphQLInputType, own: OwnLiteral | undefined): string {
  if (isNonNullType(type)) return sampleOf(type.ofType, own);
  if (isListType(type)) return `[${sampleOf(type.ofType, own)}]`;
  if (own !== undefined && setsOwn(type, own)) return own.literal;
  if (isEnumType(type)) return ENUMS[type.name] ?? type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    // For an input that accepts exactly one field, any field will do.
    const given = type.isOneOf
      ? fields.slice(0, 1)
      : fields.filter((f) => isNonNullType(f.type) || setsOwn(f.type, own));
    return `{${given.map((field) => `${field.name}: ${sampleOf(field.type, own)}`).join(', ')}}`;
  }
  return SCALARS[getNamedType(type).name] ?? '"sample"';
}

/** A chart of metrics would need the name of one. */
const ENUMS: Record<string, string> = { ChartEntity: 'SPANS' };

const SCALARS: Record<string, string> = {
  Boolean: 'false',
  CronExpression: '"0 0 * * 0"',
  DateTime: '"2024-03-01T10:00:00Z"',
  Float: '1',
  ID: '"bm90OjE="',
  Int: '1',
  JSON: '{}',
};

function selectionOf(type: GraphQLOutputType): string {
  return isCompositeType(getNamedType(type)) ? ' { __typename }' : '';
}
