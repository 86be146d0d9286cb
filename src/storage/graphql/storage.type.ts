import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { TableSize } from '../storage.queries.js';

@ObjectType({ description: 'The size of a table of the database.' })
export class DbTableStats implements TableSize {
  @Field(() => String)
  tableName: string;

  @Field(() => Float, { description: 'With its indexes and values stored out of line.' })
  numBytes: number;
}

@ObjectType({ description: 'How much of its storage the database uses.' })
export class DbStorageUse {
  @Field(() => Float, { description: 'What the database occupies, without `reusableBytes`.' })
  usedBytes: number;

  @Field(() => Float, {
    description:
      'What was freed in the files of the database and will be used again. 0 unless storage is short, because only then it is estimated.',
  })
  reusableBytes: number;

  @Field(() => Float, {
    nullable: true,
    description: 'What the database may occupy. Null if not configured.',
  })
  capacityBytes: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'What is free on the disk of the embedded database. Null for an external one.',
  })
  freeDiskBytes: number | null;
}

@ObjectType({ description: 'What concerns all users of the server.' })
export class ServerStatus {
  @Field(() => Boolean, {
    description:
      'Whether nothing new is stored because storage is nearly used. Reading and deleting go on.',
  })
  insufficientStorage: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why nothing new is stored, and what to do. Null while it is.',
  })
  storageAdvice: string | null;
}
