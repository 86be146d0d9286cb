import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.js';
import { createLocalAccount } from '../support/second-factor.js';
import { GROUP, newUser, PATCH_OP, ScimClient } from './scim-client.js';

/** The bounds of a service, whether it goes wrong or somebody has stolen its token. */
describe('a provisioning service', () => {
  let mail: MailServer;
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    mail = await startMailServer();
    server = await startSecuredServer(mail.env);
    scim = await ScimClient.create(server);
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });

  const pathOf = (userId: number) => `/Users/${encodeURIComponent(globalId('User', userId))}`;

  it('does not put the default administrator in a group', async () => {
    const [admin] = await server.sql<{ id: number }>(
      "SELECT id FROM users WHERE email = 'admin@localhost'",
    );
    const group = await scim.createGroup('Everybody');
    const path = `/Groups/${encodeURIComponent(group.id)}`;
    const value = [{ value: globalId('User', admin!.id) }];
    const { status, body } = await scim.patch(path, { op: 'add', path: 'members', value });
    expect([status, body['scimType']]).toEqual([400, 'invalidValue']);
    expect((await scim.get(path)).body['members']).toEqual([]);
  });

  it('does not demote the last administrator, whichever way', async () => {
    await server.sql("UPDATE users SET role = 'MEMBER' WHERE email = 'admin@localhost'");
    const { ADMIN } = server.accounts;
    const path = pathOf(ADMIN.userId);
    const { body } = await scim.get(path);
    const answers = [
      await scim.patch(path, { op: 'remove', path: 'roles' }),
      await scim.patch(path, { op: 'replace', path: 'roles', value: [{ value: 'VIEWER' }] }),
      await scim.patch(path, { op: 'replace', value: { active: false, roles: ['MEMBER'] } }),
      await scim.send('put', path, { ...body, roles: [{ value: 'MEMBER' }] }),
      await scim.send('put', path, { ...body, active: false }),
      await scim.send('delete', path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409]);
    expect((await scim.get(path)).body).toEqual(body);
    const projects = await server.request.get('/v1/projects').set(cookieOf(ADMIN));
    expect(projects.status).toBe(200);
    await server.sql("UPDATE users SET role = 'ADMIN' WHERE email = 'admin@localhost'");
  });

  it('cannot move a user to the address of another, also by the userName alone', async () => {
    const [one, other] = [await scim.createUser(), await createLocalAccount(server)];
    const path = `/Users/${encodeURIComponent(one.id)}`;
    const answers = [
      await scim.patch(path, { op: 'replace', path: 'userName', value: other.email }),
      await scim.patch(path, {
        op: 'replace',
        path: 'emails[type eq "work"].value',
        value: other.email.toUpperCase(),
      }),
      await scim.send('put', path, newUser({ userName: other.email, emails: [] })),
    ];
    for (const { status, body } of answers) {
      expect([status, body['scimType']]).toEqual([409, 'uniqueness']);
    }
    expect((await scim.get(path)).body).toEqual(one);
  });

  it('revokes the link to reset a password that the previous address got', async () => {
    const account = await createLocalAccount(server);
    const { email } = account;
    await server.request.post('/auth/password-reset-email').send({ email });
    const link = new URL(linkOf(await mail.next(email, 'Password reset'), 'reset-url'));
    const value = `new-${email}`;
    const moved = await scim.patch(pathOf(account.userId), {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value,
    });
    expect(moved.status).toBe(200);
    const reset = await server.request
      .post('/auth/password-reset')
      .send({ token: link.searchParams.get('token'), password: 'seven purple walnuts' });
    expect([reset.status, reset.text]).toEqual([401, 'Invalid token']);
  });

  describe.each([
    ['lists', '['.repeat(50_000), ']'.repeat(50_000)],
    ['objects', '{"a":'.repeat(20_000) + '1', '}'.repeat(20_000)],
  ])('gets no unexpected error for many %s in each other', (_, open, close) => {
    const deepen = (body: object) => JSON.stringify(body).replaceAll('"DEEP"', open + close);

    it.each([
      ['an attribute that is ignored', '/Users', () => newUser({ x: 'DEEP' }), 201],
      ['a name', '/Users', () => newUser({ name: 'DEEP' }), null],
      ['the schemas', '/Users', () => newUser({ schemas: 'DEEP' }), 400],
      ['the addresses', '/Users', () => newUser({ emails: 'DEEP' }), null],
      ['the members', '/Groups', () => ({ ...aGroup(), members: 'DEEP' }), 400],
      ['a member', '/Groups', () => ({ ...aGroup(), members: [{ value: 'DEEP' }] }), 400],
    ])('as %s', async (_place, path, body, wanted) => {
      const { status } = await scim.send('post', path, deepen(body()));
      if (wanted === null) expect([201, 400]).toContain(status);
      else expect(status).toBe(wanted);
    });

    it.each(['userName', 'emails', 'name', 'roles', 'active', 'x'])(
      'as the value of %s in a PATCH',
      async (path) => {
        const { id } = await scim.createUser();
        const Operations = [{ op: 'replace', path, value: 'DEEP' }];
        const { status } = await scim.send(
          'patch',
          `/Users/${encodeURIComponent(id)}`,
          deepen({ schemas: [PATCH_OP], Operations }),
        );
        expect([200, 400]).toContain(status);
      },
    );
  });
});

const aGroup = () => ({ schemas: [GROUP], displayName: `g${Math.random()}` });
