import { isAlive, isPostmasterCommand, runningSince, startedAt } from './process-identity.js';

describe('runningSince', () => {
  const rest = 'S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 0 0';

  it('reads the start time of a process with any name', () => {
    expect(runningSince(`42 (node) ${rest}`)).toBe('987654');
    expect(runningSince(`42 (a) b (c) ${rest}`)).toBe('987654');
  });

  it('counts a zombie as ended', () => {
    expect(runningSince(`42 (node) ${rest.replace('S', 'Z')}`)).toBeUndefined();
  });
});

describe('startedAt', () => {
  it('is stable, and undefined if the process does not exist', async () => {
    const first = await startedAt(process.pid);
    expect(first).toEqual(expect.any(String));
    expect(await startedAt(process.pid)).toBe(first);
    // Process IDs stay below 2^22.
    expect(await startedAt(2 ** 30)).toBeUndefined();
    expect(isAlive(2 ** 30)).toBe(false);
  });
});

describe('isPostmasterCommand', () => {
  it('requires the program and the exact directory', () => {
    expect(
      isPostmasterCommand(['/x/bin/postgres', '-D', '/data/postgres', ''], '/data/postgres'),
    ).toBe(true);
    expect(isPostmasterCommand(['/x/bin/postgres', '-D', '/other', ''], '/data/postgres')).toBe(
      false,
    );
    expect(isPostmasterCommand(['/bin/sleep', '300', ''], '/data/postgres')).toBe(false);
    expect(isPostmasterCommand([''], '/data/postgres')).toBe(false);
  });
});
