import { createUnionType, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { ExperimentLogCategory, ExperimentLogLevel } from '../experiment-job.enum.js';
import type { ExperimentJobLogRow } from '../experiment-jobs.service.js';

registerEnumType(ExperimentLogCategory, {
  name: 'ExperimentLogCategory',
  description: 'The subject of a log entry.',
  valuesMap: {
    TASK: { description: 'A run.' },
    EVAL: { description: 'An evaluation.' },
    EXPERIMENT: { description: 'The whole experiment.' },
  },
});

registerEnumType(ExperimentLogLevel, { name: 'ExperimentLogLevel' });

@ObjectType({ description: 'A run, or the evaluation of one.' })
export class ExperimentWorkItem {
  @Field(() => ID)
  datasetExampleId: string;

  @Field(() => Int)
  repetitionNumber: number;

  @Field(() => String, { nullable: true, description: 'Null for a run.' })
  evaluatorName: string | null;
}

@ObjectType({ description: 'Something failed at the first attempt.' })
export class FailureDetail {
  @Field(() => ExperimentWorkItem)
  workItem: ExperimentWorkItem;

  @Field(() => String)
  errorType: string;
}

@ObjectType({ description: 'Something failed at every attempt.' })
export class RetriesExhaustedDetail {
  @Field(() => ExperimentWorkItem)
  workItem: ExperimentWorkItem;

  @Field(() => Int)
  retryCount: number;

  @Field(() => String, { description: 'The last error.' })
  reason: string;
}

export const ExperimentLogDetail = createUnionType({
  name: 'ExperimentLogDetail',
  types: () => [FailureDetail, RetriesExhaustedDetail] as const,
  resolveType: (value: object) => ('retryCount' in value ? RetriesExhaustedDetail : FailureDetail),
});

@ObjectType({ description: 'Something that happened while the server ran an experiment.' })
export class ExperimentLog {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar)
  occurredAt: string;

  @Field(() => ExperimentLogCategory)
  category: ExperimentLogCategory;

  @Field(() => ExperimentLogLevel)
  level: ExperimentLogLevel;

  @Field(() => String)
  message: string;

  @Field(() => ExperimentLogDetail, {
    nullable: true,
    description: 'Null for an entry about the whole experiment.',
  })
  detail: FailureDetail | RetriesExhaustedDetail | null;
}

@ObjectType()
export class ExperimentLogEdge extends EdgeOf(ExperimentLog) {}

@ObjectType()
export class ExperimentLogConnection extends ConnectionOf(ExperimentLogEdge) {}

export function toExperimentLog(row: ExperimentJobLogRow): ExperimentLog {
  const { id, occurredAt, category, level, message } = row;
  return {
    id: toGlobalId('ExperimentLog', id),
    occurredAt,
    category: ExperimentLogCategory[category],
    level: ExperimentLogLevel[level],
    message,
    detail: toDetail(row),
  };
}

function toDetail(row: ExperimentJobLogRow): ExperimentLog['detail'] {
  const { exampleId, repetitionNumber, evaluatorName, retryCount, errorType, message } = row;
  if (exampleId === null || repetitionNumber === null) return null;
  const datasetExampleId = toGlobalId('DatasetExample', exampleId);
  const workItem = { datasetExampleId, repetitionNumber, evaluatorName };
  return retryCount > 0
    ? { workItem, retryCount, reason: message }
    : { workItem, errorType: errorType ?? 'Error' };
}
