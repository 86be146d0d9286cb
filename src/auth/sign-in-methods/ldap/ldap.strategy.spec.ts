import { Strategy } from 'passport-strategy';
import { authenticate } from '../../passport/authenticate.js';
import type { DirectoryPerson } from './directory-person.js';
import { LdapStrategy } from './ldap.strategy.js';

const jane: DirectoryPerson = {
  displayName: 'Jane',
  email: 'jane@example.com',
  uniqueId: null,
  role: 'MEMBER',
  groups: [],
};

/** Accepts Jane, and throws for Eve. */
const server = {
  asked: [] as string[],
  async authenticate(username: string, password: string) {
    server.asked.push(username);
    if (username === 'eve') throw new Error('out of order');
    return username === 'jane' && password === 'right' ? jane : null;
  },
};

const authenticateWith = (strategy: LdapStrategy, request: object) =>
  authenticate([strategy], request);

describe('LdapStrategy', () => {
  const accepting = new LdapStrategy({ server }, (person, done) =>
    done(null, { id: 1, ...person }),
  );
  const body = { username: 'jane', password: 'right' };
  beforeEach(() => void server.asked.splice(0));

  it('is a passport strategy with the name of passport-ldapauth', () => {
    expect(accepting).toBeInstanceOf(Strategy);
    expect(accepting.name).toBe('ldapauth');
  });

  it('succeeds with the user that verify returns', async () => {
    expect(await authenticateWith(accepting, { body })).toEqual({ id: 1, ...jane });
    expect(await authenticateWith(accepting, { body: { ...body, password: 'wrong' } })).toBeNull();
  });

  it('accepts field names, and passes the request to verify on demand', async () => {
    const strategy = new LdapStrategy(
      { server, usernameField: 'u', passwordField: 'p', passReqToCallback: true },
      (request, person, done) => done(null, [request, person]),
    );
    const request = { body: { u: 'jane', p: 'right' } };
    expect(await authenticateWith(strategy, request)).toEqual([
      expect.objectContaining(request),
      jane,
    ]);
    expect(await authenticateWith(strategy, { body })).toBeNull();
  });

  it.each([
    [{}],
    [{ body: {} }],
    [{ body: { username: 'jane' } }],
    [{ body: { username: ['jane'], password: { length: 5 } } }],
    [{ body: {}, query: body }],
  ])('does not query the directory for %j', async (request) => {
    expect(await authenticateWith(accepting, request)).toBeNull();
    expect(server.asked).toEqual([]);
  });

  it('refuses if verify finds nobody', async () => {
    const strategy = new LdapStrategy({ server }, (_person, done) => done(null, false));
    expect(await authenticateWith(strategy, { body })).toBeNull();
  });

  it('reports errors of the directory and of verify', async () => {
    const broken = new LdapStrategy({ server }, (_person, done) => done(new Error('full')));
    await expect(authenticateWith(broken, { body })).rejects.toThrow('full');
    const request = { body: { username: 'eve', password: 'x' } };
    await expect(authenticateWith(accepting, request)).rejects.toThrow('out of order');
    const thrown = new LdapStrategy({ server }, () => {
      throw new Error('thrown');
    });
    await expect(authenticateWith(thrown, { body })).rejects.toThrow('thrown');
  });
});
