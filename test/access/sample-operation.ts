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
 * @param json literal for every JSON value, which also sets the optional ones.
 */
export function sampleOperation(schema: GraphQLSchema, rootField: string, json?: string): string {
  const [rootName, name] = rootField.split('.') as [string, string];
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const root = roots.find((type) => type?.name === rootName);
  const field = root?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${rootField}.`);
  return `${rootName.toLowerCase()} { ${name}${argumentsOf(field, json)}${selectionOf(field.type)} }`;
}

function argumentsOf(field: GraphQLField<unknown, unknown>, json: string | undefined): string {
  const given = field.args.filter(({ type }) => isNonNullType(type) || setsJson(type, json));
  if (given.length === 0) return '';
  return `(${given.map(({ name, type }) => `${name}: ${sampleOf(type, json)}`).join(', ')})`;
}

function setsJson(type: GraphQLInputType, json: string | undefined): boolean {
  return json !== undefined && getNamedType(type).name === 'JSON';
}

function sampleOf(type: GraphQLInputType, json: string | undefined): string {
  if (isNonNullType(type)) return sampleOf(type.ofType, json);
  if (isListType(type)) return `[${sampleOf(type.ofType, json)}]`;
  if (json !== undefined && setsJson(type, json)) return json;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    // For an input that accepts exactly one field, any field will do.
    const given = type.isOneOf
      ? fields.slice(0, 1)
      : fields.filter((f) => isNonNullType(f.type) || setsJson(f.type, json));
    return `{${given.map((field) => `${field.name}: ${sampleOf(field.type, json)}`).join(', ')}}`;
  }
  return SCALARS[getNamedType(type).name] ?? '"sample"';
}

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
