import {
  UserQuery,
  type UserDetail,
  type UserRow,
  UsersQuery,
} from '../../features/settings/api/users.js';
import type { PageConfig } from '../../lib/page/page-config.js';
import { aConnection, answer } from '../answers.js';

/** The user who looks at the page, as the author of things. */
export const ADA = { id: 'user-1', username: 'ada' };

/** The kinds of accounts on a server with passwords only. */
export const AUTH_METHODS: PageConfig['authMethods'] = [
  {
    name: 'LOCAL',
    label: 'Password',
    profileText: 'With a Spandrel password',
    additionHint: 'They sign in with a password.',
    hasPassword: true,
    canAddUsers: true,
  },
  {
    name: 'OAUTH2',
    label: 'Provider',
    profileText: 'With your organization’s sign-in provider',
    additionHint: 'They sign in with a provider.',
    hasPassword: false,
    canAddUsers: false,
  },
  {
    name: 'LDAP',
    label: 'LDAP',
    profileText: 'With your organization’s directory',
    additionHint: 'They sign in with the directory.',
    hasPassword: false,
    canAddUsers: false,
  },
];

const TIME = '2026-02-03T04:05:06.000000Z';

/** A member in the list of users. */
export function aUser(part: Partial<UserRow> = {}): UserRow {
  return {
    id: 'user-2',
    username: 'grace',
    email: 'grace@example.com',
    authMethod: 'LOCAL',
    createdAt: TIME,
    passwordNeedsReset: false,
    isActive: true,
    role: { id: 'role-2', name: 'MEMBER' },
    ...part,
  };
}

/** A member with a session and a key, for the panel. */
export function aUserDetail(part: Partial<UserDetail> = {}): UserDetail {
  return {
    __typename: 'User',
    ...aUser(),
    secondFactor: null,
    apiKeys: [
      {
        id: 'key-1',
        name: 'laptop',
        prefix: 'spd_AbCd1234',
        scope: 'FULL',
        expiresAt: null,
        lastUsedAt: null,
        project: null,
      },
    ],
    sessions: [
      {
        id: 'session-1',
        createdAt: TIME,
        lastUsedAt: TIME,
        expiresAt: '2100-01-01T00:00:00Z',
        address: '192.0.2.7',
        userAgent: null,
        authMethod: 'LOCAL',
        provider: null,
        isCurrent: false,
      },
    ],
    ...part,
  };
}

/** Answers with these users in the list. */
export const usersListed = (...users: UserRow[]) =>
  answer(UsersQuery, { users: aConnection(users) });

/** Answers with this user in the panel. */
export const userShown = (user: UserDetail) => answer(UserQuery, { node: user });
