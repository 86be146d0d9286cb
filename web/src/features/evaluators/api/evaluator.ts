import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { OutputFields } from './evaluator-fields.js';

const EvaluatorQuery = graphql(
  `
    query DatasetEvaluator($id: ID!) {
      node(id: $id) {
        __typename
        ... on DatasetEvaluator {
          id
          name
          description
          dataset {
            id
          }
          inputMapping {
            literalMapping
            pathMapping
          }
          outputConfigs {
            ...OutputFields
          }
          evaluator {
            __typename
            id
            name
            description
            kind
            ... on BuiltInEvaluator {
              inputSchema
            }
            ... on CodeEvaluator {
              inputSchema
              language
              sourceCode
              sandboxConfig {
                id
              }
            }
            ... on LLMEvaluator {
              promptVersion {
                id
              }
            }
          }
        }
      }
    }
  `,
  [OutputFields],
);

type Node = ResultOf<typeof EvaluatorQuery>['node'];

/** An evaluator of a dataset with everything that its form needs, except for the prompt. */
export type AttachedEvaluator = Extract<Node, { __typename: 'DatasetEvaluator' }>;

/** Returns an evaluator of a dataset, with every number unchanged. */
export function useAttachedEvaluator(id: string) {
  const { data, error, reload } = useGraphqlQuery(EvaluatorQuery, { id }, { exact: true });
  const evaluator = data?.node.__typename === 'DatasetEvaluator' ? data.node : undefined;
  return { evaluator, error, isMissing: data !== undefined && !evaluator, reload };
}
