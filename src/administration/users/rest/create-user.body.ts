import { z } from 'zod';
import { ROLE_CHOICES } from '../../../kernel/access/roles.js';
import { USER_ROLE_NAMES } from '../../../users/user.entity.js';
import {
  laxBoolean,
  maxBytes,
  NOT_BLANK,
  storableText,
} from '../../../kernel/validation/json-fields.js';
import type { NewUser } from '../user-changes.service.js';
import {
  AUTH_METHOD_NAMES,
  AUTH_METHODS,
  type AuthMethodName,
} from '../../../users/auth-methods.contract.js';

/** Twice what OpenID Connect allows a `sub` (Core, 2). */
const MAX_IDENTITY_BYTES = 512;

const common = {
  email: storableText()
    .describe('Unique. Surrounding white space is removed, and letters become lower case.')
    .meta({ pattern: String.raw`^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$`, maxLength: 254 }),
  username: storableText()
    .describe('Unique and case-sensitive. Surrounding white space is removed.')
    .meta({ pattern: NOT_BLANK, maxLength: 256 }),
  // The answer to `SYSTEM` is 400.
  role: z.enum(USER_ROLE_NAMES).meta({ enum: ROLE_CHOICES }),
};

/** Client generators expect the same type in every kind of user. */
const method = <M extends AuthMethodName>(name: M) =>
  z.literal(name).meta({ enum: [...AUTH_METHOD_NAMES] });

const identity = () => storableText().check(maxBytes(MAX_IDENTITY_BYTES)).nullish();
const noPassword = (name: AuthMethodName) =>
  storableText()
    .nullish()
    .describe(
      `Absent, null, or empty: the ${AUTH_METHODS[name].passwordKeeper} stores the password.`,
    )
    .meta({ maxLength: 0 });

const localUser = z
  .object({
    ...common,
    auth_method: method('LOCAL'),
    password: storableText()
      .nullish()
      .describe(
        'Must be changed at the first sign-in. If absent, the account has no known password.',
      ),
  })
  .meta({ id: 'NewLocalUser' });

const oauth2User = z
  .object({
    ...common,
    auth_method: method('OAUTH2'),
    oauth2_client_id: identity().describe('Client ID of this server at the provider.'),
    oauth2_user_id: identity().describe("The provider's ID for the user, `sub`."),
    password: noPassword('OAUTH2'),
  })
  .meta({ id: 'NewOAuth2User' });

const ldapUser = z
  .object({ ...common, auth_method: method('LDAP'), password: noPassword('LDAP') })
  .meta({ id: 'NewLdapUser' });

export const createUserBody = z
  .object({
    user: z.discriminatedUnion('auth_method', [localUser, oauth2User, ldapUser]).meta({
      discriminator: {
        propertyName: 'auth_method',
        mapping: {
          LOCAL: '#/components/schemas/NewLocalUser',
          OAUTH2: '#/components/schemas/NewOAuth2User',
          LDAP: '#/components/schemas/NewLdapUser',
        } satisfies Record<AuthMethodName, string>,
      },
    }),
    send_welcome_email: laxBoolean()
      .nullish()
      .describe('Whether to send the user an email that says where to sign in. Defaults to true.'),
  })
  .meta({ id: 'CreateUserRequest' });

export function toNewUser({ user }: z.output<typeof createUserBody>): NewUser {
  const { username, email, role, auth_method: authMethod, password } = user;
  const isOAuth2 = user.auth_method === 'OAUTH2';
  return {
    username,
    email,
    role,
    authMethod,
    password,
    oauth2ClientId: isOAuth2 ? user.oauth2_client_id : null,
    oauth2UserId: isOAuth2 ? user.oauth2_user_id : null,
  };
}
