import { ListenError } from './kernel/http/listen-error.js';
import { ConfigurationError } from './config/env.js';
import { describeStartError } from './start-error.js';

describe('describeStartError', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100'])('says what to do when the disk is full: %s', (code) => {
    const error = Object.assign(new Error('no space left on device, write'), { code });
    expect(describeStartError(error)).toBe(
      'no space left on device, write\nThe disk is full. Make room on the disk of the data directory ' +
        'or of the database, then start again.',
    );
  });

  it('shows a port that cannot be opened in one sentence, without a stack', () => {
    const port = { what: 'It', host: '::1', port: 1, portVariable: 'SPANDREL_PORT' } as const;
    const error = new ListenError(port, Object.assign(new Error('taken'), { code: 'EADDRINUSE' }));
    expect(describeStartError(error)).toBe(error.message);
  });

  it('names the privileges that a role lacks', () => {
    const error = Object.assign(new Error('permission denied for database x'), { code: '42501' });
    expect(describeStartError(error)).toContain('CREATE on the database');
  });

  it('shows configuration errors unchanged', () => {
    expect(describeStartError(new ConfigurationError('SPANDREL_PORT is "x"'))).toBe(
      'SPANDREL_PORT is "x"',
    );
  });

  it('shows the stack of unexpected errors', () => {
    expect(describeStartError(new Error('surprise'))).toContain('start-error.spec');
  });
});
