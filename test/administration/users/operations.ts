import { cookieOf, type SecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import type { GraphqlAnswer } from '../../support/server.js';

export const userId = (id: number) => globalId('User', id);

export const CREATE = `mutation ($input: CreateUserInput!) {
  createUser(input: $input) {
    user { id email username authMethod passwordNeedsReset role { name } }
    query { viewer { username } }
  }
}`;
export const PATCH = `mutation ($input: PatchUserInput!) {
  patchUser(input: $input) { user { id username role { name } passwordNeedsReset } }
}`;
export const DELETE =
  'mutation ($input: DeleteUsersInput!) { deleteUsers(input: $input) { userIds } }';
export const PASSWORD = 'seven purple walnuts';

/** The response to a mutation of users: its data by root field, then by selected field. */
export type UsersAnswer = GraphqlAnswer<Record<string, Record<string, Record<string, unknown>>>>;

/** Returns input for a user with a unique name. */
export const newUser = (changes: object = {}) => {
  const username = Math.random().toString(36).slice(2);
  const email = `${username}@example.com`;
  return { email, username, password: PASSWORD, role: 'MEMBER', ...changes };
};

/** Sends mutations of users, by default as an administrator. */
export class UsersClient {
  readonly admin: Record<string, string>;

  constructor(private readonly server: SecuredServer) {
    this.admin = cookieOf(server.accounts.ADMIN);
  }

  run(query: string, input: object, headers = this.admin): Promise<UsersAnswer> {
    return this.server.gqlAs(headers, query, { input });
  }

  /** Returns the error message if the mutation was refused. */
  async refusal(query: string, input: object, headers = this.admin): Promise<string | undefined> {
    const { data, errors } = await this.run(query, input, headers);
    return data ? undefined : errors?.[0]?.message;
  }

  async isAlive(cookie: string): Promise<boolean> {
    return (await this.server.request.get('/graphql').set('Cookie', cookie)).status === 200;
  }

  /** Signs in and returns the status. */
  async login(email: string, password: string): Promise<number> {
    return (await this.server.request.post('/auth/login').send({ email, password })).status;
  }

  events(action: string, subjectId: number) {
    return this.server.sql<{ actor_id: number; details: object }>(
      'SELECT actor_id, details FROM audit_events WHERE action = $1 AND subject_id = $2',
      [action, String(subjectId)],
    );
  }
}
