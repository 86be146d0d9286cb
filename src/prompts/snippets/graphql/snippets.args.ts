import { ArgsType, Field } from '@nestjs/graphql';
import { IdentifierScalar } from '../../../common/graphql/scalars.js';

@ArgsType()
export class SnippetsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Address of the server, as the caller reaches it; else as it is configured.',
  })
  server?: string | null;

  @Field(() => IdentifierScalar, {
    nullable: true,
    description: 'Fetch whatever this tag points to instead of this version.',
  })
  tagName?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Fetch the newest version of the prompt instead of this one.',
  })
  latest: boolean;
}
