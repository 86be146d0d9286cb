import { Field, InputType, registerEnumType } from '@nestjs/graphql';
import { DomainError } from '../../../kernel/errors/errors.js';
import { SortDir } from '../../../kernel/pagination/sort-dir.js';
import type { AnnotatedOrder } from '../annotation-sort.js';

/** The value of annotations that sorts a list. */
enum EvalAttr {
  score = 'score',
  label = 'label',
}

registerEnumType(EvalAttr, {
  name: 'EvalAttr',
  description: 'The value of annotations by which a list is sorted.',
  valuesMap: {
    score: { description: 'The mean, if there are several.' },
    label: { description: 'The most frequent one, if there are several.' },
  },
});

@InputType({
  description:
    'Lists only rows that have an annotation with this name, sorted by its value. Annotations without a value come last.',
})
export class EvalResultKey {
  @Field(() => String)
  name: string;

  @Field(() => EvalAttr)
  attr: EvalAttr;
}

/** A sort by a column or by annotations. */
interface RequestedSort<Name extends string> {
  col?: Name | null;
  dir: SortDir;
}

/**
 * Converts a requested sort.
 * @param field the name of the field that `key` comes from.
 * @throws DomainError BAD_USER_INPUT unless exactly one of `col` and `key` is given.
 */
export function toAnnotatedOrder<Name extends string>(
  sort: RequestedSort<Name> | null | undefined,
  key: EvalResultKey | null | undefined,
  field: string,
): AnnotatedOrder<Name> | null {
  if (!sort) return null;
  const { col, dir } = sort;
  if (key && !col) return { annotations: key, dir };
  if (col && !key) return { col, dir };
  throw new DomainError(
    'BAD_USER_INPUT',
    `The sort requires exactly one of \`col\` and \`${field}\`.`,
  );
}
