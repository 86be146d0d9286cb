import { registerEnumType } from '@nestjs/graphql';

/** Direction of a sorted list. */
export enum SortDir {
  asc = 'asc',
  desc = 'desc',
}

registerEnumType(SortDir, { name: 'SortDir', description: 'Direction of a sorted list.' });
