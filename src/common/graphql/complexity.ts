import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  getNamedType,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';

/** Page size of a connection that is requested without one. */
const DEFAULT_PAGE = 50;

/**
 * Fragments that spread each other can expand to far more selections than the document contains.
 */
const MAX_SELECTIONS = 20_000;

/** An operation, with its schema and variables. */
export interface SentOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

/**
 * Refuses operations that would load too much: each field costs one, multiplied by the page size of
 * every list around it. Runs after validation, when variables are known and fragments cannot cycle.
 */
export function complexityPlugin(limit: number): ApolloServerPlugin {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request }) {
          if (!operation) return;
          const variables = request.variables ?? {};
          const cost = computeCost({ schema, document, operation, variables });
          if (cost <= limit) return;
          throw new GraphQLError(
            `The query is too complex: its cost is ${cost}, and the limit is ${limit}. ` +
              'Request smaller pages or fewer fields.',
            { nodes: operation, extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } },
          );
        },
      };
    },
  };
}

/**
 * Returns the cost of an operation; 0 if its variables are invalid, because then it never runs.
 * @throws GraphQLError if an argument is invalid or the fragments contain too many selections.
 */
export function computeCost({ schema, document, operation, variables }: SentOperation): number {
  const { variableDefinitions = [], name } = operation;
  const { errors } = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 });
  if (errors) return 0;
  try {
    return getComplexity({
      schema,
      query: document,
      operationName: name?.value,
      variables,
      estimators: [computeFieldCost],
      maxQueryNodes: MAX_SELECTIONS,
    });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const isTooLong = error.message.includes('number of nodes');
    const code = isTooLong ? 'QUERY_TOO_COMPLEX' : 'BAD_USER_INPUT';
    const message = isTooLong
      ? 'The query is too complex: its fragments contain too many fields. Request fewer fields.'
      : error.message;
    const { nodes } = error;
    throw new GraphQLError(message, { nodes, extensions: { code, http: { status: 400 } } });
  }
}

function computeFieldCost({ args, childComplexity, field }: ComplexityEstimatorArgs): number {
  return 1 + pageSize(args, field.type) * childComplexity;
}

/** Returns the largest requested page size. For a list without `first` and `last`, returns the default size of the list. */
function pageSize(
  { first, last }: { first?: unknown; last?: unknown },
  type: ComplexityEstimatorArgs['field']['type'],
): number {
  const sizes = [first, last].filter((size) => typeof size === 'number');
  if (sizes.length > 0) return Math.max(1, ...sizes);
  const named = getNamedType(type);
  return isObjectType(named) && 'edges' in named.getFields() ? DEFAULT_PAGE : 1;
}
