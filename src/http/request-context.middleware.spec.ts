import type { Request } from 'express';
import { chooseRequestId } from '../kernel/http/request-context.js';
import { clientAddress } from './request-context.middleware.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('chooseRequestId', () => {
  it.each(['a', '0190c9f2-7b7e-7000-8000-0123456789ab', 'trace:1.2_3', 'x'.repeat(128)])(
    'accepts %s',
    (id) => expect(chooseRequestId(id)).toBe(id),
  );

  it.each([
    undefined,
    '',
    ' a',
    '-a',
    'a b',
    'a\nb',
    '<b>',
    "'; --",
    'é',
    'x'.repeat(129),
    ['a', 'b'],
  ])('generates a new one instead of %j', (id) => expect(chooseRequestId(id)).toMatch(UUID));
});

describe('clientAddress', () => {
  it('falls back to the peer if a proxy sends nonsense', () => {
    const request = { ip: 'nonsense', socket: { remoteAddress: '::ffff:10.0.0.9' } };
    expect(clientAddress(request as Request)).toBe('10.0.0.9');
  });
});
