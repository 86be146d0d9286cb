import { applyDecorators } from '@nestjs/common';
import { Field, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { BadRequestError } from '../errors/errors.js';
import { listBins, TimeBinScale } from '../time/time-bins.js';
import { Check, checksOf } from '../validation/check.js';
import { TimeRangeInput } from './time-range.inputs.js';

registerEnumType(TimeBinScale, {
  name: 'TimeBinScale',
  description: 'The unit of time bins. Weeks begin on Mondays.',
});

/** From UTC-12:00 to UTC+14:00. */
const UTC_OFFSET = z.int().min(-720).max(840);

@InputType('TimeBinConfig')
export class TimeBinConfigInput {
  @Field(() => TimeBinScale, { defaultValue: TimeBinScale.HOUR })
  scale: TimeBinScale;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'Minutes by which the local time is ahead of UTC, from -720 to 840.',
  })
  @Check(UTC_OFFSET)
  utcOffsetMinutes: number;

  @Field(() => Int, {
    defaultValue: 1,
    description: 'How many units each bin covers, up to 1000.',
  })
  @Check(z.int().min(1).max(1000))
  step: number;
}

/** Decorates the range of figures over time. */
export function StartedRangeField(): PropertyDecorator {
  return Field(() => TimeRangeInput, {
    description: 'Must have a start. Without an end, it ends now.',
  });
}

/** Decorates the bins of a time series. */
export function TimeBinsField(): PropertyDecorator {
  return applyDecorators(
    Field(() => TimeBinConfigInput, {
      nullable: true,
      description: 'How to divide the range; by default, into hours of UTC.',
    }),
    Check(checksOf(TimeBinConfigInput)!.nullish()),
  );
}

const DEFAULT_BINS = { scale: TimeBinScale.HOUR, utcOffsetMinutes: 0, step: 1 };

/** @throws BadRequestError if the range has no start. */
export function assertStarted(timeRange: TimeRangeInput): string {
  if (timeRange.start) return timeRange.start;
  throw new BadRequestError('The time range must have a start.');
}

/**
 * Lists the beginnings of the bins of a range.
 * @throws BadRequestError if the range has no start or too many bins.
 */
export function toBins(timeRange: TimeRangeInput, config?: TimeBinConfigInput | null): Date[] {
  const start = new Date(assertStarted(timeRange));
  const end = timeRange.end ? new Date(timeRange.end) : new Date();
  return listBins({ start, end }, config ?? DEFAULT_BINS);
}
