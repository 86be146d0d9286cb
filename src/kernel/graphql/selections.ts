import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/**
 * Fragments that spread each other can expand to far more selections than the document contains.
 */
const MAX_SELECTIONS = 20_000;

/** The fragments and variables that the selections of an operation refer to. */
export interface SelectionScope {
  schema: GraphQLSchema;
  fragments: Record<string, FragmentDefinitionNode>;
}

/** Refuses operations whose fragments expand to too many selections. */
export function selectionsPlugin(): ApolloServerPlugin {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation }) {
          if (operation) assertFewSelections(document, operation.selectionSet);
        },
      };
    },
  };
}

/**
 * Runs after validation, when fragments cannot cycle.
 * @throws GraphQLError if there are too many selections.
 */
export function assertFewSelections(document: DocumentNode, set: SelectionSetNode): void {
  const fragments = fragmentsOf(document);
  const known = new Map<SelectionSetNode, number>();
  if (countExpanded(set, fragments, known) <= MAX_SELECTIONS) return;
  throw new GraphQLError(
    'The query is too complex: its fragments contain too many fields. Request fewer fields.',
    { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } },
  );
}

/** Each fragment is counted once, and multiplied by how often it occurs. */
function countExpanded(
  set: SelectionSetNode,
  fragments: SelectionScope['fragments'],
  known: Map<SelectionSetNode, number>,
): number {
  let count = known.get(set);
  if (count !== undefined) return count;
  count = 0;
  for (const selection of set.selections) {
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments[selection.name.value]?.selectionSet
        : selection.selectionSet;
    if (selection.kind === Kind.FIELD) count++;
    if (inner) count += countExpanded(inner, fragments, known);
  }
  known.set(set, count);
  return count;
}

const knownSteps = new WeakMap<SelectionSetNode, number>();

/**
 * Counts the steps that the answer needs for one object: the selected fields, and those of objects
 * below it, but not what is inside lists. A field with its own resolver has the number of its steps
 * in `extensions.steps`.
 */
export function countSteps(
  set: SelectionSetNode,
  type: GraphQLNamedType,
  scope: SelectionScope,
): number {
  let count = knownSteps.get(set);
  if (count !== undefined) return count;
  count = 0;
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const field = fields[selection.name.value];
      count += Number(field?.extensions['steps'] ?? 1);
      if (!field || !selection.selectionSet || isList(field.type)) continue;
      count += countSteps(selection.selectionSet, getNamedType(field.type), scope);
      continue;
    }
    const { typeCondition, selectionSet: inner } =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : scope.fragments[selection.name.value]!;
    const narrowed = typeCondition ? scope.schema.getType(typeCondition.name.value) : type;
    count += countSteps(inner, narrowed ?? type, scope);
  }
  knownSteps.set(set, count);
  return count;
}

/** Returns whether the values of a type are lists. */
export function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

function fragmentsOf({ definitions }: DocumentNode): SelectionScope['fragments'] {
  const found = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(
    (found as FragmentDefinitionNode[]).map((fragment) => [fragment.name.value, fragment]),
  );
}
