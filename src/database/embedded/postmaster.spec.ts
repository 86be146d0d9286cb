import { startFailure } from './postmaster.js';

describe('startFailure', () => {
  it('recognizes a port that another program has taken', () => {
    const tail =
      'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\n' +
      'WARNING:  could not create listen socket for "127.0.0.1"\n' +
      'FATAL:  could not create any TCP/IP sockets';
    expect(startFailure(tail)).toBe('port taken');
  });

  it('recognizes that children of a killed server are still running', () => {
    const tail =
      'FATAL:  pre-existing shared memory block (key 4785, ID 32797) is still in use\n' +
      'HINT:  Terminate any old server processes associated with data directory "/data/postgres".';
    expect(startFailure(tail)).toBe('remains of a killed server');
  });

  it('returns "other" for anything else', () => {
    expect(startFailure('FATAL:  could not load pg_hba.conf')).toBe('other');
    expect(startFailure('')).toBe('other');
  });
});
