import { ArgsType, Field } from '@nestjs/graphql';
import { IdentifierScalar } from '../../../kernel/graphql/scalars.js';

@ArgsType()
export class SnippetsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'URL of the server in the code. Defaults to the configured URL.',
  })
  server?: string | null;

  @Field(() => IdentifierScalar, {
    nullable: true,
    description: 'Fetches the version that this tag points to.',
  })
  tagName?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Fetches the newest version of the prompt.',
  })
  latest: boolean;
}
