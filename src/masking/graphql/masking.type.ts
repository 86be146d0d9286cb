import { Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { MaskedKind } from '../mask-rules.contract.js';
import { Project } from '../../projects/graphql/project.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { Span } from '../../tracing/spans/graphql/span.type.js';

registerEnumType(MaskedKind, {
  name: 'MaskedKind',
  description: 'The kinds of values that are recognized without a pattern of your own.',
  valuesMap: {
    EMAIL: { description: 'Email addresses.' },
    CARD: { description: 'Numbers of payment cards, whose last digit is checked.' },
    IBAN: { description: 'Bank account numbers, whose check digits are checked.' },
    IP_ADDRESS: { description: 'IP addresses of both versions.' },
    SECRET: { description: 'API keys and tokens of known forms, JSON web tokens, private keys.' },
  },
});

@ObjectType({ description: 'A pattern of your own.' })
export class MaskPattern {
  @Field(() => String, { description: 'Stands in the text instead of what matched: `[name]`.' })
  name: string;

  @Field(() => String, { description: 'In RE2 syntax.' })
  pattern: string;
}

@ObjectType({
  description:
    'The masking rules of a project. Whatever they match is replaced before anything is written. Does not change what is already stored.',
})
export class ProjectMasking {
  @Field(() => [String], {
    description:
      'Dotted names of attributes whose values are not stored. `*` stands for one part of a name, `**` for any number of them.',
  })
  keys: string[];

  @Field(() => [MaskedKind])
  kinds: MaskedKind[];

  @Field(() => [MaskPattern])
  patterns: MaskPattern[];

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null if there never were rules.' })
  updatedAt: string | null;
}

@ObjectType({ description: 'A change that rules would have made to a text or value of a span.' })
export class MaskedPart {
  @Field(() => String, { description: 'Dotted name of the attribute, or of another field.' })
  path: string;

  @Field(() => String, { description: 'The text around the first change.' })
  before: string;

  @Field(() => String)
  after: string;
}

@ObjectType({ description: 'A stored span, and the changes that rules would have made to it.' })
export class MaskedSpan {
  @Field(() => Span)
  span: Span;

  @Field(() => [MaskedPart], { description: 'The first ten.' })
  parts: MaskedPart[];

  @Field(() => Int)
  partCount: number;
}

@ObjectType()
export class ProjectMaskingMutationPayload {
  @Field(() => Project)
  project: Project;

  @Field(() => QueryRoot)
  query: QueryRoot;
}
