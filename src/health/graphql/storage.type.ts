import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { TableSize } from '../storage.service.js';

@ObjectType({ description: 'The size of a table of the database.' })
export class DbTableStats implements TableSize {
  @Field(() => String)
  tableName: string;

  @Field(() => Float, { description: 'With its indexes and values stored out of line.' })
  numBytes: number;
}

@ObjectType({ description: 'What concerns all users of the server.' })
export class ServerStatus {
  @Field(() => Boolean, {
    description: 'Whether the database has reached its capacity. False if none is configured.',
  })
  insufficientStorage: boolean;
}
