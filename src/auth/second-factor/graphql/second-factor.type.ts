import { Field, Int, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../../common/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import { User } from '../../../users/graphql/user.type.js';

@ObjectType({
  description: 'What a user of a local account proves in addition to the password.',
})
export class SecondFactor {
  @Field(() => Boolean, {
    description:
      'Whether this server requires a second factor that the user does not have yet. Until then, the ' +
      'user cannot do anything else.',
  })
  isMissing: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the authenticator app was added; null if there is none.',
  })
  authenticatorAddedAt: Date | null;

  @Field(() => Int, { description: 'How many recovery codes are left.' })
  recoveryCodeCount: number;
}

@ObjectType({ description: 'What an authenticator app needs. Shown only once.' })
export class StartAuthenticatorPayload {
  @Field(() => String, { description: 'In base32, to be typed.' })
  secret: string;

  @Field(() => String, { description: 'An `otpauth://` URI, to be shown as a QR code.' })
  uri: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class SecondFactorPayload {
  @Field(() => User)
  user: User;

  @Field(() => [String], {
    nullable: true,
    description: 'New recovery codes. Each replaces the second factor once. Shown only once.',
  })
  recoveryCodes: string[] | null;

  @Field(() => QueryRoot)
  query: QueryRoot;
}
