import { RequestError } from '../data/request-error.js';
import { describeError, isMissingPart, isNotFound } from './server-errors.js';

describe('describeError', () => {
  it('recognizes that the server is down, also behind a proxy', () => {
    expect(describeError(new RequestError('Failed to fetch')).unreachable).toBe(true);
    const proxied = new RequestError('Bad Gateway', { status: 502 });
    expect(describeError(proxied).unreachable).toBe(true);
  });

  it('recommends a shorter time range after a timeout', () => {
    const slow = new RequestError('canceling statement due to timeout', {
      status: 200,
      code: 'TIMEOUT',
    });
    expect(describeError(slow)).toMatchObject({
      title: 'The server took too long',
      unreachable: false,
    });
  });

  it('shows the message of the server', () => {
    const refused = new RequestError('A project named x already exists', {
      status: 200,
      code: 'CONFLICT',
    });
    expect(describeError(refused).detail).toBe('A project named x already exists');
  });

  it('recognizes that a script of the page is missing, as after an upgrade', () => {
    const gone = new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
    expect(isMissingPart(gone)).toBe(true);
    expect(describeError(gone).title).toBe('Part of this page could not be loaded');
    expect(isMissingPart(new Error('x is undefined'))).toBe(false);
  });

  it('shows the message of an error in the page', () => {
    expect(describeError(new Error('x is undefined')).title).toBe(
      'Something went wrong on this page',
    );
  });
});

describe('isNotFound', () => {
  it('reads the code, not the message', () => {
    const missing = new RequestError('Unknown node', { status: 200, code: 'NOT_FOUND' });
    expect(isNotFound(missing)).toBe(true);
    expect(isNotFound(new RequestError('Not found'))).toBe(false);
  });
});
