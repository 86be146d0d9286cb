import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { ERROR, LIST, newUser, ScimClient, USER } from './scim-client.js';

/** The demands of RFC 7643 and RFC 7644, in their words as far as possible. */
describe('SCIM users', () => {
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
  });
  afterAll(() => server.stop());

  const rowOf = async (userName: unknown) =>
    (
      await server.sql(
        `SELECT u.username, u.email, u.role, u.auth_method, u.deactivated_at IS NULL AS active
         FROM users u JOIN scim_users s ON s.user_id = u.id WHERE s.user_name = $1`,
        [userName],
      )
    )[0];

  describe('7644, 3.3: creating', () => {
    it('responds with 201, the resource, its location and its metadata', async () => {
      const wanted = newUser({ externalId: 'x-1', displayName: 'Ada Lovelace' });
      const { status, body, headers } = await scim.send('post', '/Users', wanted);
      expect(status).toBe(201);
      expect(headers['content-type']).toMatch(/^application\/scim\+json/);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toEqual({
        schemas: [USER],
        id: expect.any(String),
        externalId: 'x-1',
        userName: wanted.userName,
        displayName: 'Ada Lovelace',
        name: wanted.name,
        emails: [{ value: wanted.userName, type: 'work', primary: true }],
        active: true,
        roles: [],
        groups: [],
        meta: {
          resourceType: 'User',
          created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          lastModified: expect.stringMatching(/Z$/),
          location: headers['location'],
        },
      });
      expect(headers['location']).toBe(`${server.url}/scim/v2/Users/${body.id}`);
      const again = await scim.get(`/Users/${encodeURIComponent(body.id)}`);
      expect([again.status, again.body]).toEqual([200, body]);
    });

    it('ignores an id and metadata of the client, and unknown attributes', async () => {
      const wanted = newUser({ id: 'mine', meta: { created: 'x' }, title: 'Countess', x: {} });
      const { status, body } = await scim.send('post', '/Users', wanted);
      expect(status).toBe(201);
      expect(body.id).not.toBe('mine');
      expect(body).not.toHaveProperty('title');
    });

    it('ignores the case of attribute names', async () => {
      const { schemas, userName } = newUser();
      const { status, body } = await scim.send('post', '/Users', {
        schemas,
        USERNAME: userName,
        DisplayName: 'Case Less',
      });
      expect([status, body['userName'], body['displayName']]).toEqual([201, userName, 'Case Less']);
    });

    it('prefers the primary address, and stores it in lower case', async () => {
      const wanted = newUser({
        userName: `plain-${Date.now()}`,
        emails: [{ value: 'second@example.com' }, { value: 'First@Example.com', primary: true }],
      });
      await scim.send('post', '/Users', wanted);
      expect(await rowOf(wanted.userName)).toMatchObject({ email: 'first@example.com' });
    });

    it('assigns the role, and creates inactive users', async () => {
      const wanted = newUser({ roles: [{ value: 'member' }], active: false });
      expect((await scim.send('post', '/Users', wanted)).status).toBe(201);
      expect(await rowOf(wanted.userName)).toMatchObject({ role: 'MEMBER', active: false });
    });

    it('gives people of the same name different user names', async () => {
      const [one, other] = [
        newUser({ displayName: 'John Doe' }),
        newUser({ displayName: 'John Doe' }),
      ];
      await scim.send('post', '/Users', one);
      const second = await scim.send('post', '/Users', other);
      expect([second.status, second.body['displayName']]).toEqual([201, 'John Doe']);
      expect(await rowOf(one.userName)).toMatchObject({ username: 'John Doe' });
      expect(await rowOf(other.userName)).toMatchObject({ username: other.userName });
    });

    it.each([
      ['the same userName in another case', (name: string) => ({ userName: name.toUpperCase() })],
      ['the same address', (name: string) => ({ emails: [{ value: name }] })],
      [
        'a userName that is the address of another',
        (name: string) => ({ userName: name, emails: [{ value: 'n@example.com' }] }),
      ],
    ])('refuses %s with 409 and uniqueness', async (_, changes) => {
      const { userName } = await scim.createUser();
      const { status, body } = await scim.send(
        'post',
        '/Users',
        newUser(changes(userName as string)),
      );
      expect([status, body]).toEqual([
        409,
        { schemas: [ERROR], status: '409', scimType: 'uniqueness', detail: expect.any(String) },
      ]);
    });

    it('refuses the names of users that were not provisioned', async () => {
      const { email } = server.accounts.MEMBER;
      const { status } = await scim.send('post', '/Users', newUser({ userName: email }));
      expect(status).toBe(409);
      const admin = newUser({ userName: 'x1', emails: [{ value: 'admin@localhost.example' }] });
      expect((await scim.send('post', '/Users', admin)).status).toBe(201);
    });

    it('creates one of several simultaneous users of one name', async () => {
      const wanted = newUser();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => scim.send('post', '/Users', wanted)),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([201, 409, 409, 409, 409]);
    });

    it.each([
      ['without a schema', { schemas: [] }],
      ['without a userName', { userName: undefined }],
      ['with an empty userName', { userName: ' ' }],
      ['without an address', { userName: 'nobody' }],
      ['with an invalid address', { emails: [{ value: 'not an address' }] }],
      ['with an unknown role', { roles: ['EMPEROR'] }],
      ['with an activity that is no boolean', { active: 'perhaps' }],
      ['with NUL characters', { displayName: 'a\0b' }],
      ['with a very long name', { displayName: 'x'.repeat(600) }],
    ])('refuses a user %s with 400 and invalidValue', async (_, changes) => {
      const { status, body } = await scim.send('post', '/Users', newUser(changes));
      expect([status, body['scimType'], body['schemas']]).toEqual([400, 'invalidValue', [ERROR]]);
    });

    it('refuses a body that is not JSON, and another type, in the form of SCIM', async () => {
      const broken = await scim.send('post', '/Users', '{"schemas": ');
      expect([broken.status, broken.body['schemas']]).toEqual([400, [ERROR]]);
      const none = await scim.send('post', '/Users');
      expect([none.status, none.body['schemas']]).toEqual([400, [ERROR]]);
    });
  });

  describe('7644, 3.4: reading', () => {
    it('responds with 404 for an unknown user, and for hidden ones', async () => {
      const [admin] = await server.sql<{ id: number }>(
        "SELECT id FROM users WHERE email = 'admin@localhost'",
      );
      const ids = ['nonsense', 'VXNlcjo5OTk5OTk=', 'VXNlcjox'];
      ids.push(Buffer.from(`User:${admin!.id}`).toString('base64'));
      for (const id of ids) {
        const { status, body } = await scim.get(`/Users/${id}`);
        expect([status, body]).toEqual([
          404,
          { schemas: [ERROR], status: '404', detail: 'User not found.' },
        ]);
      }
    });

    it('lists in pages that begin with 1, with the total', async () => {
      for (let count = 0; count < 3; count++) await scim.createUser();
      const all = (await scim.get('/Users')).body;
      const total = all['totalResults'] as number;
      expect(all).toMatchObject({ schemas: [LIST], startIndex: 1, itemsPerPage: total });
      const page = (await scim.get('/Users?startIndex=2&count=2')).body;
      expect(page).toMatchObject({ totalResults: total, startIndex: 2, itemsPerPage: 2 });
      expect(page['Resources']).toEqual((all['Resources'] as unknown[]).slice(1, 3));
      const before = (await scim.get('/Users?startIndex=-5&count=1')).body;
      expect(before).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
      const none = (await scim.get('/Users?count=0')).body;
      expect(none).toMatchObject({ totalResults: total, itemsPerPage: 0, Resources: [] });
      const beyond = (await scim.get('/Users?startIndex=9999')).body;
      expect(beyond).toMatchObject({ totalResults: total, Resources: [] });
      expect((await scim.get('/Users?count=x')).status).toBe(400);
    });

    it('returns the attributes that were asked for, and always the id', async () => {
      const { id } = await scim.createUser();
      const path = `/Users/${encodeURIComponent(id)}`;
      const some = await scim.get(`${path}?attributes=userName,name.familyName`);
      expect(Object.keys(some.body).toSorted()).toEqual([
        'id',
        'meta',
        'name',
        'schemas',
        'userName',
      ]);
      const rest = await scim.get(`${path}?excludedAttributes=name,GROUPS,id`);
      expect(rest.body).not.toHaveProperty('name');
      expect(rest.body).not.toHaveProperty('groups');
      expect(rest.body).toHaveProperty('id');
    });
  });

  describe('7644, 3.5: changing', () => {
    it('replaces with PUT, which keeps the id and clears what is left out', async () => {
      const { id, userName } = await scim.createUser({ externalId: 'gone', displayName: 'Before' });
      const path = `/Users/${encodeURIComponent(id)}`;
      const { status, body } = await scim.send('put', path, {
        schemas: [USER],
        id: 'other',
        userName,
        displayName: 'After',
        active: true,
      });
      expect([status, body.id, body['displayName']]).toEqual([200, id, 'After']);
      expect(body).not.toHaveProperty('externalId');
      expect(body).not.toHaveProperty('name');
    });

    it('renames people, who keep their id, work and role', async () => {
      const user = await scim.createUser({ roles: ['MEMBER'], displayName: 'Grace Murray' });
      const path = `/Users/${encodeURIComponent(user.id)}`;
      const { body } = await scim.patch(path, {
        op: 'replace',
        value: {
          userName: 'grace.hopper@example.com',
          displayName: 'Grace Hopper',
          emails: [{ value: 'grace.hopper@example.com', primary: true }],
        },
      });
      expect([body.id, body['userName']]).toEqual([user.id, 'grace.hopper@example.com']);
      expect(await rowOf('grace.hopper@example.com')).toEqual({
        username: 'Grace Hopper',
        email: 'grace.hopper@example.com',
        role: 'MEMBER',
        auth_method: 'LOCAL',
        active: true,
      });
      expect(await scim.find(`userName eq "${user['userName'] as string}"`)).toEqual([]);
    });

    it('refuses to take the name of another, and changes nothing', async () => {
      const [one, other] = [await scim.createUser(), await scim.createUser()];
      const path = `/Users/${encodeURIComponent(one.id)}`;
      const { status, body } = await scim.patch(
        path,
        { op: 'replace', path: 'displayName', value: 'Changed' },
        { op: 'replace', path: 'userName', value: other['userName'] },
      );
      expect([status, body['scimType']]).toEqual([409, 'uniqueness']);
      expect((await scim.get(path)).body).toEqual(one);
    });

    it.each([
      ['a path that cannot be read', { op: 'replace', path: 'a..b', value: 1 }, 'invalidPath'],
      [
        'a filter that cannot be read',
        { op: 'replace', path: 'emails[type', value: 1 },
        'invalidPath',
      ],
      ['a broken filter', { op: 'replace', path: 'emails[type ~ 1]', value: 1 }, 'invalidFilter'],
      ['removing without a path', { op: 'remove' }, 'noTarget'],
      ['removing the userName', { op: 'remove', path: 'userName' }, 'mutability'],
      ['changing the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      [
        'a value of the wrong type',
        { op: 'replace', path: 'userName', value: [1] },
        'invalidValue',
      ],
      ['a list without a path', { op: 'add', value: [] }, 'invalidValue'],
      ['an unknown operator', { op: 'move', path: 'userName', value: 'x' }, 'invalidValue'],
    ])('refuses %s', async (_, operation, scimType) => {
      const { id } = await scim.createUser();
      const { status, body } = await scim.patch(`/Users/${encodeURIComponent(id)}`, operation);
      expect([status, body['scimType']]).toEqual([400, scimType]);
    });

    it('refuses a PATCH without its schema or operations', async () => {
      const { id } = await scim.createUser();
      const path = `/Users/${encodeURIComponent(id)}`;
      const op = { op: 'replace', path: 'displayName', value: 'x' };
      expect((await scim.send('patch', path, { Operations: [op] })).status).toBe(400);
      expect((await scim.patch(path)).status).toBe(400);
    });

    it('deletes with 204, after which the user is unknown', async () => {
      const { id } = await scim.createUser();
      const path = `/Users/${encodeURIComponent(id)}`;
      expect((await scim.send('delete', path)).status).toBe(204);
      expect((await scim.get(path)).status).toBe(404);
      expect((await scim.send('delete', path)).status).toBe(404);
    });
  });

  it('sees users who were not provisioned, so that services can adopt them', async () => {
    const { email, username } = await server.createAccount('MEMBER');
    const { body } = await scim.get(
      `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`,
    );
    const [found] = body['Resources'] as [Record<string, unknown>];
    expect(found).toMatchObject({ userName: email, displayName: username });
    const path = `/Users/${encodeURIComponent(found['id'] as string)}`;
    const adopted = await scim.patch(path, { op: 'add', path: 'externalId', value: 'adopted' });
    expect([adopted.status, adopted.body['externalId']]).toEqual([200, 'adopted']);
  });
});
