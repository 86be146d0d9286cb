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
 */
export function sampleOperation(schema: GraphQLSchema, rootField: string): string {
  const [rootName, name] = rootField.split('.') as [string, string];
  const root = [schema.getQueryType(), schema.getMutationType()].find(
    (type) => type?.name === rootName,
  );
  const field = root?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${rootField}.`);
  const kind = root === schema.getMutationType() ? 'mutation' : 'query';
  return `${kind} { ${name}${argumentsOf(field)}${selectionOf(field.type)} }`;
}

function argumentsOf(field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(({ type }) => isNonNullType(type));
  if (given.length === 0) return '';
  return `(${given.map(({ name, type }) => `${name}: ${sampleOf(type)}`).join(', ')})`;
}

function sampleOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return `[${sampleOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    // For an input that accepts exactly one field, any field will do.
    const given = type.isOneOf ? fields.slice(0, 1) : fields.filter((f) => isNonNullType(f.type));
    return `{${given.map((field) => `${field.name}: ${sampleOf(field.type)}`).join(', ')}}`;
  }
  return SCALARS[getNamedType(type).name] ?? '"sample"';
}

const SCALARS: Record<string, string> = {
  Boolean: 'false',
  DateTime: '"2024-03-01T10:00:00Z"',
  Float: '1',
  ID: '"bm90OjE="',
  Int: '1',
  JSON: '{}',
};

function selectionOf(type: GraphQLOutputType): string {
  return isCompositeType(getNamedType(type)) ? ' { __typename }' : '';
}
