import { Field, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from './scalars.js';

/** A value of a time series. */
@ObjectType({ isAbstract: true })
export abstract class DataPoint {
  @Field(() => DateTimeScalar, { description: 'When the bin begins.' })
  timestamp: Date;
}

/** Describes the points of each time series. */
export const ALL_BINS = { description: 'A value for each bin, also for empty ones, in order.' };
