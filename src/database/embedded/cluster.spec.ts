import { explainInitdb } from './cluster.js';

describe('explainInitdb', () => {
  it.each([
    'initdb: error: could not write to file "/data/postgres/pg_wal": No space left on device',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
  ])('says what to do when the disk is full: %s', (printed) => {
    expect(explainInitdb('/data/postgres', printed)).toBe(
      'The embedded PostgreSQL could not create its database, because the disk of /data/postgres is full. ' +
        'Make room on it, then start again.',
    );
  });

  it('passes on what initdb printed about other causes', () => {
    const message = explainInitdb(
      '/data/postgres',
      'initdb: error: could not look up user ID 4242',
    );
    expect(message).toContain('/etc/passwd. initdb said:\ninitdb: error: could not look up');
  });
});
