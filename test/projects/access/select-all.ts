import {
  getNamedType,
  type GraphQLField,
  type GraphQLOutputType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** Literals by the name of the argument. */
export type Arguments = Record<string, string>;

/**
 * Selects every field, a few levels deep, with arguments that are known by their names. Leaves out fields
 * that need others.
 */
export function selectAll(type: GraphQLOutputType, levels: number, given: Arguments = {}): string {
  const named = getNamedType(type);
  if (isUnionType(named)) return '{ __typename }';
  if (!isObjectType(named) && !isInterfaceType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const call = callField(field, given);
    if (call === null || field.name === 'query') return [];
    const inner = getNamedType(field.type);
    const isLeaf = !('getFields' in inner) && !('getTypes' in inner);
    if (isLeaf) return [call];
    return levels > 1 ? [`${call} ${selectAll(field.type, levels - 1, given)}`] : [];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

/** Writes a field with its arguments; null if it needs others. */
export function callField(
  { name, args }: GraphQLField<unknown, unknown>,
  given: Arguments = {},
): string | null {
  const missing = args.some(
    (one) => isNonNullType(one.type) && one.defaultValue === undefined && !(one.name in given),
  );
  if (missing) return null;
  const known = args.filter((one) => one.name in given);
  if (known.length === 0) return name;
  return `${name}(${known.map((one) => `${one.name}: ${given[one.name]}`).join(', ')})`;
}
