import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.js';

/** Writes a document whose result and variables are typed from `schema.graphql`. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: false;
  scalars: { CronExpression: string; DateTime: string; Identifier: string; JSON: unknown };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
