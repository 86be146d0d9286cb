import { Field, Float, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { EXPERIMENT_TYPE } from '../../graphql/experiment.type.js';
import type { ExperimentRunRow } from '../experiment-run.entity.js';

/** Type name in a run's global ID. */
export const EXPERIMENT_RUN_TYPE = 'ExperimentRun';

@ObjectType({
  description: "The result of an experiment's task for one example and repetition.",
  implements: () => Node,
})
export class ExperimentRun implements Node {
  @Field(() => ID)
  id: string;

  /** Row ID, for the fields that other features add to a run. */
  @HideField()
  rowId: number;

  @HideField()
  experimentRowId: number;

  @HideField()
  exampleRowId: number;

  @Field(() => ID)
  experimentId: string;

  @Field(() => Int, { description: 'Starts at 1.' })
  repetitionNumber: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why the task failed; null if it succeeded.',
  })
  error: string | null;

  @Field(() => DateTimeScalar)
  startTime: string;

  @Field(() => DateTimeScalar)
  endTime: string;

  @Field(() => Float)
  latencyMs: number;

  @Field(() => String, {
    nullable: true,
    description: "ID of the task's trace. Its spans may arrive later.",
  })
  traceId: string | null;
}

@ObjectType()
export class ExperimentRunEdge extends EdgeOf(ExperimentRun) {}

@ObjectType()
export class ExperimentRunConnection extends ConnectionOf(ExperimentRunEdge) {}

export function toExperimentRun(row: ExperimentRunRow): ExperimentRun {
  const { id, experimentId, exampleId } = row;
  const { repetitionNumber, error, startTime, endTime, latencyMs, traceId } = row;
  return {
    id: toGlobalId(EXPERIMENT_RUN_TYPE, id),
    rowId: id,
    experimentRowId: experimentId,
    exampleRowId: exampleId,
    experimentId: toGlobalId(EXPERIMENT_TYPE, experimentId),
    repetitionNumber,
    error,
    startTime,
    endTime,
    latencyMs,
    traceId,
  };
}
