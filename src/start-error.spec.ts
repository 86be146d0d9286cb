import { ConfigurationError } from './config/env.js';
import { describeStartError } from './start-error.js';

describe('describeStartError', () => {
  it('says what to do when a port is taken', () => {
    const error = Object.assign(
      new Error('listen EADDRINUSE: address already in use 127.0.0.1:6006'),
      {
        code: 'EADDRINUSE',
      },
    );
    expect(describeStartError(error)).toContain('SPANDREL_PORT');
    expect(describeStartError(error)).not.toContain('at ');
  });

  it('recognizes a taken port from a gRPC message without a code', () => {
    const error = new Error('cannot listen: No address added, errors: [listen EADDRINUSE: taken]');
    expect(describeStartError(error)).toContain('SPANDREL_GRPC_PORT');
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
