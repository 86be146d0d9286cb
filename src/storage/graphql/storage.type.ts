import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { TableSize } from '../storage.queries.js';

@ObjectType({ description: 'The size of a table of the database.' })
export class DbTableStats implements TableSize {
  @Field(() => String)
  tableName: string;

  @Field(() => Float, { description: 'With its indexes and values stored out of line.' })
  numBytes: number;
}

@ObjectType({ description: 'The use of storage by the database.' })
export class DbStorageUse {
  @Field(() => Float, { description: 'The size of the database, without `reusableBytes`.' })
  usedBytes: number;

  @Field(() => Float, {
    description:
      'Freed space in the files of the database, which it will use again. 0 unless storage is short, because only then it is estimated.',
  })
  reusableBytes: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The configured limit. Null if there is none.',
  })
  capacityBytes: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The free space on the disk of the embedded database. Null for an external one.',
  })
  freeDiskBytes: number | null;
}

@ObjectType({ description: 'Settings and facts that concern all users of the server.' })
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
