import { Field, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, JsonScalar } from '../../kernel/graphql/scalars.js';
import type { ExperimentRow } from '../experiment.entity.js';

/** Type name in an experiment's global ID. */
export const EXPERIMENT_TYPE = 'Experiment';

/** The largest integer in GraphQL. */
const MAX_INT = 2 ** 31 - 1;

@ObjectType({
  description: 'A task that was run on the examples of a dataset version.',
  implements: () => Node,
})
export class Experiment implements Node {
  @Field(() => ID)
  id: string;

  /** Row ID, for the fields that other features add to an experiment. */
  @HideField()
  rowId: number;

  @HideField()
  datasetRowId: number;

  @HideField()
  datasetVersionRowId: number;

  @HideField()
  userRowId: number | null;

  @Field(() => String, { description: 'Not unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => Boolean, {
    description: 'Whether it is deleted when it has not been edited for a day.',
  })
  isEphemeral: boolean;

  @Field(() => Int, { description: 'How often to run each example.' })
  repetitions: number;

  @Field(() => Int, { description: 'Number of runs once it is complete.' })
  expectedRunCount: number;

  @Field(() => String, {
    nullable: true,
    description: "Name of the project of its runs' traces.",
  })
  projectName: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { description: 'When the experiment itself was last edited.' })
  updatedAt: string;
}

@ObjectType()
export class ExperimentEdge extends EdgeOf(Experiment) {}

@ObjectType()
export class ExperimentConnection extends ConnectionOf(ExperimentEdge) {}

@ObjectType({ description: 'The result of a mutation of an experiment.' })
export class ExperimentMutationPayload {
  @Field(() => Experiment)
  experiment: Experiment;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteExperimentsPayload {
  @Field(() => [Experiment], { description: 'The deleted experiments.' })
  experiments: Experiment[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toExperiment(row: ExperimentRow): Experiment {
  const { id, datasetId, datasetVersionId, userId, exampleCount, repetitions, ...shown } = row;
  return {
    ...shown,
    id: toGlobalId(EXPERIMENT_TYPE, id),
    rowId: id,
    datasetRowId: datasetId,
    datasetVersionRowId: datasetVersionId,
    userRowId: userId,
    repetitions,
    expectedRunCount: Math.min(exampleCount * repetitions, MAX_INT),
  };
}
