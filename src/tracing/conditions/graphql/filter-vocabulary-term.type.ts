import { Field, ObjectType } from '@nestjs/graphql';
import type { VocabularyTerm } from '../vocabulary.js';

@ObjectType({ description: 'Something that a condition can name.' })
export class FilterVocabularyTerm implements VocabularyTerm {
  @Field(() => String, {
    description: 'As written, such as `latency_ms` or `annotations["helpful"].score`.',
  })
  name: string;

  @Field(() => String, {
    description:
      '`text`, `number`, `datetime` or `boolean`; `json` for an attribute, which may have any type; `relation` if it can only be present or absent; `rows` for a loop.',
  })
  type: string;

  @Field(() => String)
  description: string;

  @Field(() => String, {
    description: '`field`, `annotation`, `attribute`, or `collection` for rows in a loop.',
  })
  category: VocabularyTerm['category'];

  @Field(() => String, {
    nullable: true,
    description: 'The rows in a loop that have this field; null for what is filtered.',
  })
  iterableName: string | null;
}
