import { explain, startFailure } from './postmaster.js';

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

  it('recognizes a full disk', () => {
    const tail = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
    expect(startFailure(tail)).toBe('disk full');
  });

  it('returns "other" for anything else', () => {
    expect(startFailure('FATAL:  could not load pg_hba.conf')).toBe('other');
    expect(startFailure('')).toBe('other');
  });
});

describe('explain', () => {
  it('says what to do when the disk is full, or a killed server has left processes', () => {
    expect(explain('disk full', '/data/postgres')).toMatch(
      /the disk of \/data\/postgres is full\. Make room/,
    );
    expect(explain('remains of a killed server', '/data/postgres')).toMatch(
      /use the data in \/data\/postgres\. End them/,
    );
  });

  it('leaves other failures to the log', () => {
    expect(explain('other', '/data/postgres')).toBeNull();
  });
});
