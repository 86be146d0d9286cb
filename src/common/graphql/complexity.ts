import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

const DEFAULT_PAGE = 50;

/**
 * Refuses operations that would load too much: each field costs one, multiplied by the `first` of
 * every list around it. Runs after validation, when variables are known and fragments cannot cycle.
 */
export function complexityPlugin(limit: number): ApolloServerPlugin {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, request }) {
          if (!operation) return;
          const cost = new CostModel(document, request.variables ?? {}).of(operation);
          if (cost <= limit) return;
          throw new GraphQLError(
            `The query is too complex: its cost is ${cost}, the limit is ${limit}. ` +
              'Ask for smaller pages or fewer fields.',
            { nodes: operation, extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } },
          );
        },
      };
    },
  };
}

/** The cost of an operation, each fragment counted once and remembered. */
export class CostModel {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly known = new Map<string, number>();

  constructor(
    document: DocumentNode,
    private readonly variables: Record<string, unknown>,
  ) {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.fragments.set(definition.name.value, definition);
      }
    }
  }

  of(operation: OperationDefinitionNode): number {
    return this.ofSelections(operation.selectionSet);
  }

  private ofSelections(set: SelectionSetNode): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) cost += this.ofField(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        cost += this.ofSelections(selection.selectionSet);
      else cost += this.ofFragment(selection.name.value);
    }
    return cost;
  }

  private ofField(field: FieldNode): number {
    const inner = field.selectionSet ? this.ofSelections(field.selectionSet) : 0;
    return 1 + this.pageSize(field) * inner;
  }

  private ofFragment(name: string): number {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const fragment = this.fragments.get(name);
    const cost = fragment ? this.ofSelections(fragment.selectionSet) : 0;
    this.known.set(name, cost);
    return cost;
  }

  private pageSize(field: FieldNode): number {
    const first = field.arguments?.find((argument) => argument.name.value === 'first');
    if (first?.value.kind === Kind.INT) return Math.max(1, Number(first.value.value));
    if (first?.value.kind !== Kind.VARIABLE) return 1;
    const given = this.variables[first.value.name.value];
    return typeof given === 'number' ? Math.max(1, given) : DEFAULT_PAGE;
  }
}
