import { cookieOf, type SecuredServer } from '../support/accounts.js';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** A resource, a list or an error. */
export type ScimBody = Record<string, unknown> & { id: string };

/** Returns a user with a unique name. */
export const newUser = (changes: object = {}) => {
  const name = `u${Math.random().toString(36).slice(2, 10)}`;
  return {
    schemas: [USER],
    userName: `${name}@example.com`,
    name: { givenName: 'Ada', familyName: name },
    ...changes,
  };
};

/** Sends requests as a provisioning service does. */
export class ScimClient {
  private constructor(
    private readonly server: SecuredServer,
    readonly token: string,
  ) {}

  static async create(server: SecuredServer): Promise<ScimClient> {
    const { data } = await server.gqlAs<{ createScimToken: { token: string } }>(
      cookieOf(server.accounts.ADMIN),
      'mutation ($input: CreateScimTokenInput!) { createScimToken(input: $input) { token } }',
      { input: { name: 'Test' } },
    );
    return new ScimClient(server, data!.createScimToken.token);
  }

  async send(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object | string,
    token: string | null = this.token,
  ): Promise<{ status: number; body: ScimBody; headers: Record<string, string> }> {
    const request = this.server.request[method](`/scim/v2${path}`)
      .set(token === null ? {} : { Authorization: `Bearer ${token}` })
      // Supertest parses only types that it knows.
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => done(null, text === '' ? {} : JSON.parse(text)));
      });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await (text === undefined
      ? request
      : request.set('Content-Type', 'application/scim+json').send(text));
    return { status: answer.status, body: answer.body as ScimBody, headers: answer.headers };
  }

  get(path: string) {
    return this.send('get', path);
  }

  async createUser(changes: object = {}): Promise<ScimBody> {
    return (await this.send('post', '/Users', newUser(changes))).body;
  }

  async createGroup(displayName: string, memberIds: string[] = []): Promise<ScimBody> {
    const members = memberIds.map((value) => ({ value }));
    return (await this.send('post', '/Groups', { schemas: [GROUP], displayName, members })).body;
  }

  patch(path: string, ...Operations: object[]) {
    return this.send('patch', path, { schemas: [PATCH_OP], Operations });
  }

  /** Returns the user names that a filter finds. */
  async find(filter: string): Promise<unknown> {
    const { status, body } = await this.get(`/Users?filter=${encodeURIComponent(filter)}`);
    if (status !== 200) return [status, body['scimType']];
    return (body['Resources'] as ScimBody[]).map((user) => user['userName']);
  }
}
