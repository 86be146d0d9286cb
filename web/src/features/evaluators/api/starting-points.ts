import { MessageFields } from '../../../components/prompt-editor/version.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { OutputFields } from './evaluator-fields.js';

export const BuiltInEvaluatorsQuery = graphql(
  `
    query BuiltInEvaluators {
      builtInEvaluators {
        id
        name
        description
        inputSchema
        outputConfigs {
          ...OutputFields
        }
      }
    }
  `,
  [OutputFields],
);

/** An evaluator that is part of Spandrel. */
export type BuiltInEvaluator = ResultOf<typeof BuiltInEvaluatorsQuery>['builtInEvaluators'][number];

/** Returns the evaluators that are part of Spandrel. */
export function useBuiltInEvaluators() {
  const options = { staleTime: Infinity };
  const { data, error, reload } = useGraphqlQuery(BuiltInEvaluatorsQuery, {}, options);
  return { evaluators: data?.builtInEvaluators, error, reload };
}

export const JudgeTemplatesQuery = graphql(
  `
    query JudgeTemplates {
      classificationEvaluatorConfigs {
        name
        description
        labels
        optimizationDirection
        choices {
          label
          score
        }
        messages {
          ...MessageFields
        }
      }
    }
  `,
  [MessageFields],
);

/** A model as judge to start from. */
export type JudgeTemplate = ResultOf<
  typeof JudgeTemplatesQuery
>['classificationEvaluatorConfigs'][number];

/** Returns the models as judges to start from. */
export function useJudgeTemplates(isWanted: boolean) {
  const options = { enabled: isWanted, staleTime: Infinity };
  const { data, error, reload } = useGraphqlQuery(JudgeTemplatesQuery, {}, options);
  return { templates: data?.classificationEvaluatorConfigs, error, reload };
}
