import { eventually } from '../../../../test/support/eventually.js';
import { useDirectoryBench } from '../../../../test/support/ldap-directory.js';
import { PEOPLE, READER } from '../../../../test/support/ldap-people.js';
import { UnavailableError } from '../../../kernel/errors/errors.js';
import { UnfitAccountError } from './directory-errors.js';

/** An entry with a value of one byte whose declared length is 127. */
const LYING_ENTRY = '3013020103640e0400300a30080401613103047f61';

describe('several directory servers', () => {
  const { start, directory } = useDirectoryBench();

  const faults = {
    'hangs at the bind': 'hang',
    'drops the connection': 'drop',
    'is busy': 51,
    'is unavailable': 52,
  } as const;

  it.each(Object.entries(faults))('fail over if one %s', async (_, fault) => {
    const [first, second] = [await start(), await start()];
    first.fault = () => fault;
    // Long enough for the second server on a busy machine.
    const asked = directory([first, second], {}, { operationMs: 2000 });
    expect(await asked.authenticate('jane', 'jane-password')).toMatchObject({ role: 'ADMIN' });
    const before = first.requests.length;
    // The server that failed is not tried first again.
    expect(await asked.authenticate('joe', 'joe-password')).not.toBeNull();
    expect(first.requests.length).toBe(before);
  });

  it('fail over if one is unreachable, or is lost at the last step', async () => {
    const [gone, first, second] = [await start(), await start(), await start()];
    await gone.stop();
    first.fault = ({ dn }) => (dn.startsWith('uid=jane') ? 'drop' : undefined);
    const asked = directory([gone, first, second]);
    expect(await asked.authenticate('jane', 'jane-password')).not.toBeNull();
    expect(await asked.authenticate('jane', 'wrong')).toBeNull();
  });

  it('are tried in the configured order', async () => {
    const [first, second] = [await start(), await start()];
    const asked = directory([first, second]);
    for (let time = 0; time < 5; time += 1) await asked.authenticate('jane', 'jane-password');
    expect(second.requests).toEqual([]);
  });

  it.each([
    [
      'the service account is refused',
      (dn: string) => (dn === READER.dn ? 49 : undefined),
      UnavailableError,
    ],
    ['the base is missing', (dn: string) => (dn === PEOPLE ? 32 : undefined), UnavailableError],
    ['the search is refused', (dn: string) => (dn === PEOPLE ? 50 : undefined), UnavailableError],
    [
      'the account is blocked',
      (dn: string) => (dn.startsWith('uid=') ? 53 : undefined),
      UnfitAccountError,
    ],
    [
      'the account is constrained',
      (dn: string) => (dn.startsWith('uid=') ? 19 : undefined),
      UnfitAccountError,
    ],
    [
      'nobody could bind this way',
      (dn: string) => (dn.startsWith('uid=') ? 13 : undefined),
      UnavailableError,
    ],
  ])('are not tried one after another if %s', async (_, fault, expected) => {
    const [first, second] = [await start(), await start()];
    first.fault = ({ dn }) => fault(dn);
    await expect(directory([first, second]).authenticate('jane', 'jane-password')).rejects.toThrow(
      expected,
    );
    expect(second.requests).toEqual([]);
  });

  it('are not tried one after another with a wrong password', async () => {
    const [first, second] = [await start(), await start()];
    expect(await directory([first, second]).authenticate('jane', 'wrong')).toBeNull();
    expect(second.requests).toEqual([]);
  });

  it('are reported as unreachable if all of them fail', async () => {
    const [first, second] = [await start(), await start()];
    first.fault = second.fault = () => 'hang';
    const asked = directory([first, second], {}, { operationMs: 200 });
    await expect(asked.authenticate('jane', 'jane-password')).rejects.toThrow(
      'The directory cannot be reached. Try again later.',
    );
    expect(second.requests).toHaveLength(1);
  });

  it('are abandoned if the attempt times out', async () => {
    const server = await start();
    server.fault = () => 'hang';
    const asked = directory(server, {}, { attemptMs: 200 });
    await expect(asked.authenticate('jane', 'jane-password')).rejects.toThrow(UnavailableError);
  });
});

describe('a directory', () => {
  const { start, directory, logged } = useDirectoryBench();

  it.each([
    [
      'a response that is shorter than its declared length',
      '3009020103647f04003000',
      'malformed response',
    ],
    [
      'an entry that would send the library into an infinite loop',
      LYING_ENTRY,
      'malformed response',
    ],
    [
      'another protocol',
      Buffer.from('HTTP/1.1 400 Bad Request').toString('hex'),
      'malformed response',
    ],
    ['a response without a result', '30050201036100', 'malformed response'],
    ['half a response', '3014020103', 'timeout'],
  ])('is abandoned if it sends %s', async (_, hex, reason) => {
    const server = await start();
    server.fault = ({ operation }) =>
      operation === 'search' ? Buffer.from(hex, 'hex') : undefined;
    const asked = directory(server, {}, { operationMs: 300 });
    await expect(asked.authenticate('jane', 'jane-password')).rejects.toThrow('cannot be reached');
    expect(logged).toContainEqual(expect.objectContaining({ reason }));
  });

  it('is abandoned if its response does not end', async () => {
    const server = await start();
    server.entries.push({
      dn: 'cn=huge,ou=people,dc=example,dc=com',
      attributes: { uid: ['jane'], mail: [Buffer.alloc(12 * 1024 * 1024, 'x')] },
    });
    await expect(directory(server).authenticate('jane', 'jane-password')).rejects.toThrow(
      'cannot be reached',
    );
    expect(logged).toContainEqual(expect.objectContaining({ reason: 'response too long' }));
  });

  it('is asked about a limited number of users at once', async () => {
    const server = await start();
    server.fault = () => 'hang';
    const asked = directory(server, {}, { operationMs: 200, concurrency: 2 });
    const people = Array.from({ length: 5 }, () => asked.authenticate('jane', 'jane-password'));
    await eventually('request', async () => server.requests.length > 0, { everyMs: 5 });
    expect(server.openConnections).toBeLessThanOrEqual(2);
    const outcomes = await Promise.allSettled(people);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(server.requests).toHaveLength(5);
  });

  it('refuses sign-ins while too many are waiting, and accepts later ones', async () => {
    const server = await start();
    server.fault = () => 'hang';
    // Long enough for the sign-in at the end on a busy machine.
    const limits = { operationMs: 1000, concurrency: 1, waiting: 1 };
    const asked = directory(server, {}, limits);
    const signIn = () => asked.authenticate('jane', 'jane-password');
    const [first, second, third] = await Promise.allSettled([signIn(), signIn(), signIn()]);
    const refusal = { message: 'Too many people are signing in. Try again in a moment.' };
    expect(third).toMatchObject({ status: 'rejected', reason: refusal });
    for (const outcome of [first, second]) {
      expect(outcome).toMatchObject({ status: 'rejected' });
      expect(outcome).not.toMatchObject({ reason: refusal });
    }
    server.fault = () => undefined;
    await expect(signIn()).resolves.toMatchObject({ email: 'jane@example.com' });
  });
});
