import { Field, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { Dataset } from '../../../datasets/graphql/dataset.type.js';
import { Experiment, EXPERIMENT_TYPE } from '../../graphql/experiment.type.js';
import type { ExperimentTagEntity } from '../experiment-tag.entity.js';

/** Type name in a tag's global ID. */
export const EXPERIMENT_TAG_TYPE = 'ExperimentTag';

@ObjectType({
  description: 'A name that points to one experiment of its dataset.',
  implements: () => Node,
})
export class ExperimentTag implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'Unique in the dataset; `baseline` marks the baseline.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => ID, { description: 'The experiment that it points to.' })
  experimentId: string;
}

@ObjectType()
export class SetExperimentBaselinePayload {
  @Field(() => Dataset)
  dataset: Dataset;

  @Field(() => Experiment)
  experiment: Experiment;

  @Field(() => Experiment, { nullable: true })
  previousBaselineExperiment: Experiment | null;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toExperimentTag(tag: ExperimentTagEntity): ExperimentTag {
  const { id, name, description, experimentId } = tag;
  return {
    id: toGlobalId(EXPERIMENT_TAG_TYPE, id),
    name,
    description,
    experimentId: toGlobalId(EXPERIMENT_TYPE, experimentId),
  };
}
