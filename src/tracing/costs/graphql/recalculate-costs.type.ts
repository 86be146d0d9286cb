import {
  Field,
  HideField,
  ID,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
} from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { COST_RECALCULATION_TYPE } from '../cost-recalculation.service.js';
import type { CostRecalculationRow } from '../cost-recalculations.queries.js';

export enum CostRecalculationStatus {
  RUNNING = 'RUNNING',
  COMPLETED = 'COMPLETED',
  CANCELED = 'CANCELED',
  FAILED = 'FAILED',
}

registerEnumType(CostRecalculationStatus, {
  name: 'CostRecalculationStatus',
  description: 'The states of a recalculation of costs.',
});

@InputType()
export class RecalculateCostsInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => TimeRangeInput, { description: 'Selects spans by their start.' })
  timeRange: TimeRangeInput;
}

@InputType()
export class CancelCostRecalculationInput {
  @Field(() => ID)
  id: string;
}

@ObjectType({
  implements: () => Node,
  description: 'Prices the spans of a project again in the background, newest first.',
})
export class CostRecalculation implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Start of the range; null if open.' })
  startTime: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'End of the range; null if open.' })
  endTime: string | null;

  @Field(() => CostRecalculationStatus)
  status: CostRecalculationStatus;

  @Field(() => Int, { description: 'Number of LLM spans in the range when it was started.' })
  spanCount: number;

  @Field(() => Int, { description: 'Number of spans that have been priced again so far.' })
  pricedSpanCount: number;

  @Field(() => Int, {
    description: 'Number of spans that could not be priced. They keep their old cost.',
  })
  skippedSpanCount: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why it failed, or, while it runs, why it waits before it tries again.',
  })
  errorMessage: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null while it runs.' })
  finishedAt: string | null;

  @HideField()
  projectRowId: number;
}

@ObjectType({ isAbstract: true })
abstract class RecalculationPayload {
  @Field(() => CostRecalculation)
  recalculation: CostRecalculation;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class RecalculateCostsPayload extends RecalculationPayload {
  @Field(() => Int, { description: 'Number of spans to price again.' })
  spanCount: number;
}

@ObjectType()
export class CancelCostRecalculationPayload extends RecalculationPayload {}

export function toCostRecalculation(row: CostRecalculationRow): CostRecalculation {
  return {
    id: toGlobalId(COST_RECALCULATION_TYPE, row.id),
    startTime: row.start,
    endTime: row.end,
    status: toStatus(row),
    // Spans may arrive or be deleted while it runs.
    spanCount: row.finishedAt
      ? row.spanCount
      : Math.max(row.spanCount, row.pricedCount + row.skippedCount),
    pricedSpanCount: row.pricedCount,
    skippedSpanCount: row.skippedCount,
    errorMessage: row.error,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    projectRowId: row.projectId,
  };
}

function toStatus({
  finishedAt,
  isCanceled,
  error,
}: CostRecalculationRow): CostRecalculationStatus {
  if (finishedAt === null) return CostRecalculationStatus.RUNNING;
  if (isCanceled) return CostRecalculationStatus.CANCELED;
  return error === null ? CostRecalculationStatus.COMPLETED : CostRecalculationStatus.FAILED;
}
