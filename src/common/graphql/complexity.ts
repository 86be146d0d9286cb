import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

const DEFAULT_PAGE = 50;

/**
 * Refuses operations that would load too much: each field costs one, multiplied by the page size of
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

/** The cost of one operation of a document, each fragment counted once and remembered. */
export class CostModel {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly known = new Map<string, number>();
  private readonly connections = new Map<string, boolean>();
  private readonly defaults = new Map<string, number>();

  /** @param variables as they were sent; the operation's own defaults stand in for absent ones. */
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
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      if (defaultValue?.kind !== Kind.INT) continue;
      this.defaults.set(variable.name.value, Number(defaultValue.value));
    }
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

  /** The largest page that is asked for; a list that is not told how long it may be has its own. */
  private pageSize(field: FieldNode): number {
    const sizes = (field.arguments ?? [])
      .filter(({ name }) => name.value === 'first' || name.value === 'last')
      .map(({ value }) => this.numberOf(value))
      .filter((size) => size !== null);
    if (sizes.length > 0) return Math.max(1, ...sizes);
    return field.selectionSet && this.isConnection(field.selectionSet) ? DEFAULT_PAGE : 1;
  }

  private numberOf(value: ValueNode): number | null {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind !== Kind.VARIABLE) return null;
    const name = value.name.value;
    const given = this.variables[name];
    if (given === undefined) return this.defaults.get(name) ?? null;
    return typeof given === 'number' ? given : null;
  }

  /** Whether `edges` are selected, also through fragments. */
  private isConnection(set: SelectionSetNode): boolean {
    return set.selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === 'edges';
      if (selection.kind === Kind.INLINE_FRAGMENT) return this.isConnection(selection.selectionSet);
      return this.isConnectionFragment(selection.name.value);
    });
  }

  private isConnectionFragment(name: string): boolean {
    const known = this.connections.get(name);
    if (known !== undefined) return known;
    const fragment = this.fragments.get(name);
    const found = fragment !== undefined && this.isConnection(fragment.selectionSet);
    this.connections.set(name, found);
    return found;
  }
}
