import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import type { Json } from './sample-bodies.js';

/** A field with arguments in which texts can stand. */
export interface CalledField {
  /** Such as `Mutation.createProject` or `Project.spans`. */
  name: string;
  type: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  texts: TextPlace[];
}

/** A place for a text: the names of an argument and of input fields. Lists are no steps. */
export interface TextPlace {
  path: string[];
  /** Name of its scalar, such as `String`. */
  scalar: string;
  /** Whether no earlier place is the same field of an input, or an argument of the same name and type. */
  isNew: boolean;
}

/** Returns a valid value for a scalar or enum by the name of its field; undefined if any will do. */
export type Samples = (type: string, name: string) => Json | undefined;

/** An operation as clients send it. */
export interface SentOperation {
  query: string;
  variables: Record<string, Json>;
}

/** Optional fields that are always sent, because some inputs are refused without. */
const NEEDED = new Set(['accessKeyId', 'apiKey', 'password', 'promptVersionId', 'secretAccessKey']);

const NO_TEXTS = new Set(['Boolean', 'Float', 'Int']);

/**
 * Lists the fields of some object types, except those without texts in their arguments.
 * @param known the places that earlier lists have, which this one adds to.
 */
export function listCalledFields(
  schema: GraphQLSchema,
  known: Set<string>,
  isCalled: (type: GraphQLObjectType) => boolean,
): CalledField[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && isCalled(type))
    .flatMap((type) => {
      const fields = Object.values((type as GraphQLObjectType).getFields());
      return fields.map((field) => ({
        name: `${type.name}.${field.name}`,
        type: type as GraphQLObjectType,
        field,
        texts: listTexts(field.args, known),
      }));
    })
    .filter(({ texts }) => texts.length > 0);
}

/** Lists the places for texts. An input type that can stand in several of them is only entered once. */
function listTexts(
  inputs: readonly (GraphQLArgument | GraphQLInputField)[],
  known: Set<string>,
  path: string[] = [],
  entered = new Set<string>(),
  owner = '',
): TextPlace[] {
  return inputs.flatMap(({ name, type: given }) => {
    const type = getNamedType(given);
    const inner = [...path, name];
    if (isScalarType(type)) {
      if (NO_TEXTS.has(type.name)) return [];
      const key = `${owner}.${name}: ${type.name}`;
      const isNew = !known.has(key);
      known.add(key);
      return [{ path: inner, scalar: type.name, isNew }];
    }
    if (!isInputObjectType(type) || entered.has(type.name)) return [];
    entered.add(type.name);
    return listTexts(Object.values(type.getFields()), known, inner, entered, type.name);
  });
}

/**
 * Writes an operation that calls a field with one text, and otherwise only with what is required.
 * @param parent ID of the object that has the field; undefined for the fields of operations.
 */
export function writeOperation(
  { type, field }: CalledField,
  path: readonly string[],
  text: Json,
  samples: Samples,
  parent?: string,
): SentOperation {
  const given = field.args.filter((one) => one.name === path[0] || isRequiredArgument(one));
  const declared = given.map(({ name, type: needed }) => `$${name}: ${String(needed)}`);
  const call = `${field.name}(${given.map(({ name }) => `${name}: $${name}`).join(', ')})`;
  const selected = `${call}${selectionOf(field.type)}`;
  const variables = Object.fromEntries(
    given.map(({ name, type: needed }) => [
      name,
      valueOf(needed, name, stepInto(path, name), text, samples),
    ]),
  );
  const name = type.name === 'Mutation' ? 'mutation' : 'query';
  if (parent === undefined) {
    return { query: `${name} (${declared.join(', ')}) { ${selected} }`, variables };
  }
  return {
    query: `query ($parent: ID!, ${declared.join(', ')}) {
      node(id: $parent) { ... on ${type.name} { ${selected} } }
    }`,
    variables: { ...variables, parent },
  };
}

/** The rest of a path behind a name; undefined if it leads elsewhere. */
function stepInto(path: readonly string[] | undefined, name: string): string[] | undefined {
  return path?.[0] === name ? path.slice(1) : undefined;
}

/** @param path leads to the text inside this value; undefined if the text is elsewhere. */
function valueOf(
  type: GraphQLInputType,
  name: string,
  path: string[] | undefined,
  text: Json,
  samples: Samples,
): Json {
  if (isNonNullType(type)) return valueOf(type.ofType, name, path, text, samples);
  if (isListType(type)) return [valueOf(type.ofType, name, path, text, samples)];
  if (isEnumType(type)) return samples(type.name, name) ?? type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const chosen = path?.[0] ?? (type.isOneOf ? fields[0]!.name : undefined);
    const given = fields.filter(
      (one) => one.name === chosen || isRequiredInputField(one) || NEEDED.has(one.name),
    );
    return Object.fromEntries(
      given.map((field) => [
        field.name,
        valueOf(field.type, field.name, stepInto(path, field.name), text, samples),
      ]),
    );
  }
  return path ? text : (samples(type.name, name) ?? 'sample');
}

/** Selects items, because some lists are only read for these. */
function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const isList = isObjectType(named) && 'edges' in named.getFields();
  return isList ? ' { edges { __typename } }' : ' { __typename }';
}
