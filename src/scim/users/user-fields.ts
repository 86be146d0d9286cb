import { z } from 'zod';
import { type Role, ROLES } from '../../kernel/access/roles.js';
import {
  looseBoolean,
  optionalText,
  pickPrimary,
  shortText,
  withLowerCaseNames,
} from '../protocol/input.js';
import { ScimError } from '../protocol/scim-error.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The fields of a user that provisioning services edit. */
export interface UserFields {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** As the service writes it. Null if there is none, so that the user name must be one. */
  email: string | null;
  active: boolean;
  /** Null if the service assigns none. */
  role: Role | null;
}

/** The body of POST and PUT. Other attributes are not stored. */
export const userBody = withLowerCaseNames(
  z.object({
    schemas: z.array(z.string()).refine((schemas) => schemas.includes(USER_SCHEMA), {
      message: `schemas must contain ${USER_SCHEMA}.`,
    }),
    username: shortText().min(1),
    externalid: optionalText(),
    displayname: optionalText(),
    name: z
      .object({
        formatted: optionalText(),
        givenname: optionalText(),
        familyname: optionalText(),
      })
      .nullish(),
    emails: z.unknown().optional(),
    roles: z.unknown().optional(),
    active: looseBoolean().nullish(),
  }),
);

type UserBody = z.output<typeof userBody>;

/** Returns the fields in a body. Missing fields are as in `defaults`, or empty if they can be. */
export function toUserFields(
  body: UserBody,
  defaults: Pick<UserFields, 'active' | 'role'>,
): UserFields {
  const { name } = body;
  return {
    userName: body.username,
    externalId: body.externalid ?? null,
    displayName: body.displayname ?? name?.formatted ?? joinName(name?.givenname, name?.familyname),
    formattedName: name?.formatted ?? null,
    givenName: name?.givenname ?? null,
    familyName: name?.familyname ?? null,
    email: pickPrimary(body.emails ?? []),
    active: body.active ?? defaults.active,
    role: readRole(pickPrimary(body.roles ?? [])) ?? defaults.role,
  };
}

/** @throws ScimError `invalidValue` for an unknown role. */
export function readRole(text: string | null): Role | null {
  if (text === null) return null;
  const role = ROLES.find((name) => name === text.toUpperCase());
  if (!role) {
    throw new ScimError('invalidValue', `The role "${text}" must be one of ${ROLES.join(', ')}.`);
  }
  return role;
}

function joinName(...parts: (string | null | undefined)[]): string | null {
  return parts.filter((part) => part).join(' ') || null;
}
