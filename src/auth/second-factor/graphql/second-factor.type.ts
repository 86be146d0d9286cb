import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { User } from '../../../users/graphql/user.type.js';

/** Type name in a passkey's global ID. */
export const PASSKEY_TYPE = 'Passkey';

@ObjectType({
  description: 'A key of a phone, a computer, a password manager or a security key (WebAuthn).',
})
export class Passkey {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => DateTimeScalar)
  createdAt: Date;

  @Field(() => DateTimeScalar, { nullable: true })
  lastUsedAt: Date | null;
}

@ObjectType({
  description: 'The second factor of a user with a local account.',
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

  @Field(() => [Passkey], { description: 'Oldest first.' })
  passkeys: Passkey[];

  @Field(() => Int, { description: 'How many recovery codes are left.' })
  recoveryCodeCount: number;
}

@ObjectType({ description: 'The secret for an authenticator app. Shown only once.' })
export class StartAuthenticatorPayload {
  @Field(() => String, { description: 'In base32, to be typed.' })
  secret: string;

  @Field(() => String, { description: 'An `otpauth://` URI, to be shown as a QR code.' })
  uri: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class StartPasskeyPayload {
  @Field(() => JsonScalar, {
    description: 'The `PublicKeyCredentialCreationOptionsJSON` for the browser.',
  })
  options: object;

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

export function toPasskey({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Passkey, 'name' | 'createdAt' | 'lastUsedAt'> & { id: number }): Passkey {
  return { id: toGlobalId(PASSKEY_TYPE, id), name, createdAt, lastUsedAt };
}
