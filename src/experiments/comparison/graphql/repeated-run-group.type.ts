import { Field, Float, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { EXPERIMENT_TYPE } from '../../graphql/experiment.type.js';

/** Type name in a group's global ID, before the row IDs of experiment and example. */
export const REPEATED_RUN_GROUP_TYPE = 'ExperimentRepeatedRunGroup';

@ObjectType({
  description: 'All runs of one experiment for one example.',
  implements: () => Node,
})
export class ExperimentRepeatedRunGroup implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  experimentRowId: number;

  @HideField()
  exampleRowId: number;

  @Field(() => ID)
  experimentId: string;
}

@ObjectType({ description: 'A summary of one evaluation over the runs of a group.' })
export class ExperimentRepeatedRunGroupAnnotationSummary {
  @Field(() => String)
  annotationName: string;

  @Field(() => Float, { nullable: true, description: 'Null if there are no scores.' })
  meanScore: number | null;
}

export function toRepeatedRunGroup(
  experimentRowId: number,
  exampleRowId: number,
): ExperimentRepeatedRunGroup {
  return {
    id: toGlobalId(REPEATED_RUN_GROUP_TYPE, `${experimentRowId}:${exampleRowId}`),
    experimentRowId,
    exampleRowId,
    experimentId: toGlobalId(EXPERIMENT_TYPE, experimentRowId),
  };
}
