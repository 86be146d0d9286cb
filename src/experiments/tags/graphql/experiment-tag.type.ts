import { Field, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { Node } from '../../../common/graphql/node.type.js';
import type { ExperimentTagEntity } from '../experiment-tag.entity.js';

/** Type name inside a tag's global id. */
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
}

export function toExperimentTag({ id, name, description }: ExperimentTagEntity): ExperimentTag {
  return { id: toGlobalId(EXPERIMENT_TAG_TYPE, id), name, description };
}
