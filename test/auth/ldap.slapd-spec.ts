import { escapeDnValue } from '../../src/config/distinguished-name.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { forgetPeople, ldapLogin, newUsers } from '../support/ldap-login.js';
import { type Slapd, startSlapd, SUFFIX } from '../support/slapd.js';

const PEOPLE = `ou=people,${SUFFIX}`;
const GROUPS = `ou=groups,${SUFFIX}`;
const HIDDEN = `ou=hidden,${SUFFIX}`;
const READER = `cn=reader,${SUFFIX}`;
const STRANGE_NAME = '#strange, "(x)" + Łódź <a;b=c>\\ ';
const STRANGE_PASSWORD = ' zażółć \\*() 🔑';
const STRANGE = 'ana "ops" o\'brien, (łódź) \\ +*';

const person = (uid: string, given: Record<string, string> = {}) => ({
  objectClass: 'inetOrgPerson',
  uid,
  cn: uid,
  sn: uid,
  displayName: uid.toUpperCase(),
  mail: `${uid}@example.com`,
  userPassword: `${uid}-password`,
  ...given,
});

/** A company with groups of both kinds, and a user in more groups than slapd returns. */
async function fill({ add }: Slapd, groups: number): Promise<void> {
  await add(SUFFIX, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' });
  for (const base of [PEOPLE, GROUPS, HIDDEN]) {
    await add(base, { objectClass: 'organizationalUnit', ou: base.slice(3, base.indexOf(',')) });
  }
  await add(READER, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'reader',
    userPassword: 'reader-password',
  });
  for (const uid of ['jane', 'joe', 'busy']) await add(`uid=${uid},${PEOPLE}`, person(uid));
  await add(`cn=${escapeDnValue(STRANGE_NAME)},${PEOPLE}`, {
    ...person(STRANGE, { mail: 'strange@example.com', userPassword: STRANGE_PASSWORD }),
    cn: STRANGE_NAME,
  });
  await add(`uid=mute,${PEOPLE}`, {
    objectClass: ['inetOrgPerson'],
    uid: 'mute',
    cn: 'mute',
    sn: 'm',
  });
  await add(`uid=spy,${HIDDEN}`, person('spy'));
  const group = (name: string, member: string) =>
    add(`cn=${name},${GROUPS}`, { objectClass: 'groupOfNames', cn: name, member });
  await group('Admins', `uid=jane,${PEOPLE}`);
  await group('everyone', `uid=joe,${PEOPLE}`);
  await add(`cn=posix,${GROUPS}`, {
    objectClass: 'posixGroup',
    cn: 'posix',
    gidNumber: '100',
    memberUid: ['joe', 'jane'],
  });
  for (let index = 0; index < groups; index += 1) await group(`g${index}`, `uid=busy,${PEOPLE}`);
}

describe('signing in with slapd', () => {
  let slapd: Slapd;
  let server: SecuredServer | undefined;

  beforeAll(async () => {
    slapd = await startSlapd();
    await fill(slapd, 700);
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  afterAll(() => slapd.stop());

  const start = async (given: Record<string, string> = {}, on = slapd) => {
    server = await startSecuredServer({
      SPANDREL_LDAP_HOST: '127.0.0.1',
      SPANDREL_LDAP_PORT: String(on.port),
      SPANDREL_LDAP_TLS_CA_CERT_FILE: on.files.ca,
      SPANDREL_LDAP_BIND_DN: READER,
      SPANDREL_LDAP_BIND_PASSWORD: 'reader-password',
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([PEOPLE]),
      SPANDREL_LDAP_USER_SEARCH_FILTER: '(&(objectClass=inetOrgPerson)(uid=%s))',
      SPANDREL_LDAP_ATTR_UNIQUE_ID: 'entryUUID',
      SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: JSON.stringify([
        { group_dn: `CN=admins, ${GROUPS}`, role: 'ADMIN' },
        { group_dn: `cn=g699,${GROUPS}`, role: 'MEMBER' },
        { group_dn: '*', role: 'VIEWER' },
      ]),
      ...given,
    });
    await forgetPeople(server);
    return server;
  };
  const statusOf = async (username: string, password?: string) =>
    (await ldapLogin(server!, username, password)).status;
  const roles = async () => (await newUsers(server!)).map(({ role }) => role);

  it('finds users with a service account over StartTLS, and groups by memberOf', async () => {
    await start();
    expect(await statusOf('jane')).toBe(204);
    expect(await statusOf('JOE', 'joe-password')).toBe(204);
    const id = await slapd.valueOf(`uid=jane,${PEOPLE}`, 'entryUUID');
    expect(await newUsers(server!)).toMatchObject([
      { username: 'JANE', email: 'jane@example.com', role: 'ADMIN', ldap_unique_id: id },
      { username: 'JOE', role: 'VIEWER' },
    ]);
  });

  it('responds to all others in the same way', async () => {
    await start();
    for (const [username, password] of [
      ['jane', 'joe-password'],
      ['nobody', 'x'],
      ['mute', 'x'],
      ['*', 'jane-password'],
      ['jane)(uid=*', 'jane-password'],
      ['*)(objectClass=*', 'jane-password'],
      ['jane\0', 'jane-password'],
      [`uid=jane,${PEOPLE}`, 'jane-password'],
      ['reader', 'reader-password'],
    ] as const) {
      const response = await ldapLogin(server!, username, password);
      expect([username, response.status, response.text]).toEqual([
        username,
        401,
        'Invalid username and/or password',
      ]);
    }
    expect(await newUsers(server!)).toEqual([]);
  });

  it('accepts names and passwords with every kind of character', async () => {
    await start();
    expect(await statusOf(STRANGE, STRANGE_PASSWORD)).toBe(204);
    expect(await newUsers(server!)).toMatchObject([{ email: 'strange@example.com' }]);
  });

  it('supports LDAPS', async () => {
    await start({
      SPANDREL_LDAP_TLS_MODE: 'ldaps',
      SPANDREL_LDAP_PORT: String(slapd.ldapsPort),
    });
    expect(await statusOf('jane')).toBe(204);
  });

  it.each(['starttls', 'ldaps'])(
    'rejects the certificate of another authority with %s',
    async (mode) => {
      await start({
        SPANDREL_LDAP_TLS_MODE: mode,
        SPANDREL_LDAP_PORT: String(mode === 'ldaps' ? slapd.ldapsPort : slapd.port),
        SPANDREL_LDAP_TLS_CA_CERT_FILE: slapd.files.otherCa,
      });
      expect(await statusOf('jane')).toBe(503);
    },
  );

  it('rejects the certificate of another host', async () => {
    await start({ SPANDREL_LDAP_HOST: 'localhost' });
    expect(await statusOf('jane')).toBe(503);
  });

  it('is refused by the server if passwords are sent in clear text', async () => {
    await start({ SPANDREL_LDAP_TLS_MODE: 'none', SPANDREL_LDAP_TLS_CA_CERT_FILE: '' });
    expect(await statusOf('jane')).toBe(503);
  });

  it('searches groups by name and by distinguished name', async () => {
    const bases = { SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: JSON.stringify([GROUPS]) };
    await start({
      ...bases,
      SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(&(objectClass=groupOfNames)(member=%s))',
      SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: 'dn',
    });
    expect(await statusOf('jane')).toBe(204);
    expect(await statusOf('busy')).toBe(204);
    expect(await statusOf(STRANGE, STRANGE_PASSWORD)).toBe(204);
    // A service account that may read all pages finds the last of 700 groups.
    expect(await roles()).toEqual(['ADMIN', 'MEMBER', 'VIEWER']);
    await server!.stop();
    await start({
      ...bases,
      SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(&(objectClass=posixGroup)(memberUid=%s))',
      SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: JSON.stringify([
        { group_dn: `cn=posix,${GROUPS}`, role: 'member' },
      ]),
    });
    expect(await statusOf('joe')).toBe(204);
    expect(await statusOf('busy')).toBe(401);
    expect(await roles()).toEqual(['MEMBER']);
  });

  it('lets users bind as themselves, and reads the groups they can see', async () => {
    await start({
      SPANDREL_LDAP_BIND_DN: '',
      SPANDREL_LDAP_BIND_PASSWORD: '',
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '',
      SPANDREL_LDAP_USER_DN_TEMPLATE: `uid=%s,${PEOPLE}`,
      SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: JSON.stringify([GROUPS]),
      SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(member=%s)',
      SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: 'dn',
    });
    expect(await statusOf('jane')).toBe(204);
    expect(await statusOf('busy')).toBe(204);
    expect(await statusOf('jane', 'joe-password')).toBe(401);
    expect(await statusOf(`jane,${PEOPLE}`, 'jane-password')).toBe(401);
    expect(await roles()).toEqual(['ADMIN', 'VIEWER']);
  });

  it('searches anonymously if everyone can read the entries', async () => {
    const anonymous = { SPANDREL_LDAP_BIND_DN: '', SPANDREL_LDAP_BIND_PASSWORD: '' };
    await start({
      ...anonymous,
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([SUFFIX]),
    });
    expect(await statusOf('jane')).toBe(204);
    expect(await statusOf('spy')).toBe(401);
    expect(await newUsers(server!)).toHaveLength(1);
  });

  it('reports that it cannot search if a base or the service account is wrong', async () => {
    await start({ SPANDREL_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([`ou=gone,${SUFFIX}`]) });
    for (let time = 0; time < 7; time += 1) expect(await statusOf('jane')).toBe(503);
    await server!.stop();
    await start({ SPANDREL_LDAP_BIND_PASSWORD: 'wrong' });
    expect(await statusOf('jane')).toBe(503);
  });

  it('continues with the second server, and presents a client certificate if asked', async () => {
    const strict = await startSlapd({ clientCertificates: true });
    try {
      await fill(strict, 1);
      const given = {
        SPANDREL_LDAP_HOST: '127.0.0.2,127.0.0.1',
        SPANDREL_LDAP_TLS_CLIENT_CERT_FILE: strict.files.clientCert,
        SPANDREL_LDAP_TLS_CLIENT_KEY_FILE: strict.files.clientKey,
      };
      await start(given, strict);
      expect(await statusOf('jane')).toBe(204);
      await server!.stop();
      await start({}, strict);
      expect(await statusOf('jane')).toBe(503);
      await server!.stop();
      await start(given, strict);
    } finally {
      await strict.stop();
    }
    // Both servers are stopped now.
    expect(await statusOf('jane')).toBe(503);
  });
});
