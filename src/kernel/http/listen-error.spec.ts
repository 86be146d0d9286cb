import { ListenError } from './listen-error.js';

const web = {
  what: 'The server',
  host: '127.0.0.1',
  port: 80,
  portVariable: 'SPANDREL_PORT',
} as const;
const grpc = {
  what: 'OTLP over gRPC',
  host: '127.0.0.1',
  port: 4317,
  portVariable: 'SPANDREL_GRPC_PORT',
} as const;

function systemError(code: string): Error {
  return Object.assign(new Error(`listen ${code}: 127.0.0.1:80`), { code });
}

describe('ListenError', () => {
  it('says which variable to set if a port is taken', () => {
    expect(new ListenError(web, systemError('EADDRINUSE')).message).toBe(
      'The server cannot listen on port 80 of 127.0.0.1, because another program uses it. ' +
        'Stop that program, or set SPANDREL_PORT to a free port.',
    );
  });

  it('recognizes a taken port from a gRPC message without a code', () => {
    const cause = new Error(
      'No address added out of total 1 resolved, errors: [listen EADDRINUSE: address already in use 127.0.0.1:4317]',
    );
    const { message } = new ListenError(grpc, cause);
    expect(message).toMatch(
      /^OTLP over gRPC cannot listen on port 4317 .* SPANDREL_GRPC_PORT to a free/,
    );
  });

  it('says what to do if the port needs privileges, or the address belongs to another machine', () => {
    expect(new ListenError(web, systemError('EACCES')).message).toContain('port above 1023');
    expect(new ListenError(web, systemError('EADDRNOTAVAIL')).message).toContain('SPANDREL_HOST');
  });

  it('passes on other causes', () => {
    const { message } = new ListenError(web, new Error('surprise'));
    expect(message).toBe('The server cannot listen on port 80 of 127.0.0.1: surprise');
  });
});
