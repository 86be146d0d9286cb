import { CombinedError } from '@urql/core';
import { GraphQLError } from 'graphql';
import { describeError, isMissingPart, isNotFound } from './server-errors.js';

describe('describeError', () => {
  it('recognizes that the server is down, also behind a proxy', () => {
    const down = new CombinedError({ networkError: new TypeError('Failed to fetch') });
    expect(describeError(down).unreachable).toBe(true);
    const proxied = new CombinedError({
      networkError: new Error('Bad Gateway'),
      response: { status: 502 },
    });
    expect(describeError(proxied).unreachable).toBe(true);
  });

  it('recommends a shorter time range after a timeout', () => {
    const slow = new CombinedError({ graphQLErrors: ['canceling statement due to timeout'] });
    expect(describeError(slow)).toMatchObject({
      title: 'The server took too long',
      unreachable: false,
    });
  });

  it('shows the message of the server', () => {
    const refused = new CombinedError({ graphQLErrors: ['A project named x already exists'] });
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
    const missing = new GraphQLError('Unknown node', { extensions: { code: 'NOT_FOUND' } });
    expect(isNotFound(new CombinedError({ graphQLErrors: [missing] }))).toBe(true);
    expect(isNotFound(new CombinedError({ graphQLErrors: ['Not found'] }))).toBe(false);
  });
});
