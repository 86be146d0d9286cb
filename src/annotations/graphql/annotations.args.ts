import { ArgsType, Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { SortDir } from '../../kernel/pagination/sort-dir.js';
import { AnnotationSource } from '../annotation.enum.js';

export enum AnnotationColumn {
  createdAt = 'createdAt',
  name = 'name',
}

registerEnumType(AnnotationColumn, { name: 'AnnotationColumn' });

@InputType({ isAbstract: true })
abstract class AnnotationSort {
  @Field(() => AnnotationColumn)
  col: AnnotationColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType()
export class SpanAnnotationSort extends AnnotationSort {}

@InputType()
export class TraceAnnotationSort extends AnnotationSort {}

@InputType({ description: 'All given conditions must match. A list must not be empty.' })
export class AnnotationFilterCondition {
  @Field(() => [String], { nullable: true })
  names?: string[] | null;

  @Field(() => [AnnotationSource], { nullable: true })
  sources?: AnnotationSource[] | null;

  @Field(() => [ID], {
    nullable: 'itemsAndList',
    description: 'IDs of authors. Null means annotations without an author.',
  })
  userIds?: (string | null)[] | null;
}

@InputType({ description: 'Requires `include`, `exclude`, or both.' })
export class AnnotationFilter {
  @Field(() => AnnotationFilterCondition, { nullable: true })
  include?: AnnotationFilterCondition | null;

  @Field(() => AnnotationFilterCondition, { nullable: true })
  exclude?: AnnotationFilterCondition | null;
}

@ArgsType()
export class AnnotationFilterArgs {
  @Field(() => AnnotationFilter, { nullable: true })
  filter?: AnnotationFilter | null;
}

@ArgsType()
export class SpanAnnotationsArgs extends AnnotationFilterArgs {
  @Field(() => SpanAnnotationSort, { nullable: true, description: 'Defaults to the oldest first.' })
  sort?: SpanAnnotationSort | null;
}

@ArgsType()
export class TraceAnnotationsArgs extends AnnotationFilterArgs {
  @Field(() => TraceAnnotationSort, {
    nullable: true,
    description: 'Defaults to the oldest first.',
  })
  sort?: TraceAnnotationSort | null;
}
