import { cookieOf, type SecuredServer } from '../support/accounts.js';
import type { GraphqlAnswer } from '../support/server.js';

export const gid = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');
export const userId = (id: number) => gid('User', id);

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

/** What a mutation of users answered: by its field, then by what was selected. */
export type UsersAnswer = GraphqlAnswer<Record<string, Record<string, Record<string, unknown>>>>;

/** Somebody new with a name of their own. */
export const newUser = (changes: object = {}) => {
  const username = Math.random().toString(36).slice(2);
  const email = `${username}@example.com`;
  return { email, username, password: PASSWORD, role: 'MEMBER', ...changes };
};

/** Sends mutations of users, as an administrator unless told otherwise. */
export class UsersClient {
  readonly admin: Record<string, string>;

  constructor(private readonly server: SecuredServer) {
    this.admin = cookieOf(server.accounts.ADMIN);
  }

  run(query: string, input: object, headers = this.admin): Promise<UsersAnswer> {
    return this.server.gqlAs(headers, query, { input });
  }

  /** The message of an answer without data. */
  async refusal(query: string, input: object, headers = this.admin): Promise<string | undefined> {
    const { data, errors } = await this.run(query, input, headers);
    return data ? undefined : errors?.[0]?.message;
  }

  async isAlive(cookie: string): Promise<boolean> {
    return (await this.server.request.get('/graphql').set('Cookie', cookie)).status === 200;
  }

  /** Status of signing in. */
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
