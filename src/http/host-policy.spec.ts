import { HostPolicy } from './host-policy.js';

const policy = new HostPolicy('https://spandrel.example.com/tracing', [
  'other.example.com',
  '*.example.org',
]);

describe('HostPolicy', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:6006',
    '192.168.1.20:6006',
    '[::1]:6006',
    '[2001:db8::1]',
    'localhost:6006',
    'LOCALHOST',
    'spandrel',
    'spandrel:6006',
    'spandrel.example.com',
    'Spandrel.Example.COM.',
    'spandrel.example.com:8443',
    'other.example.com',
    'deep.down.example.org',
  ])('admits %s', (host) => expect(policy.admits(host)).toBe(true));

  it.each([
    '',
    'evil.com',
    'evil.com:6006',
    'localhost.evil.com',
    '127.0.0.1.evil.com',
    'spandrel.example.com.evil.com',
    'evil-spandrel.example.com',
    'notexample.org',
    'example.org',
    'example.com',
    'a.other.example.com',
    'localhost@evil.com',
    'evil.com#localhost',
    'evil.com/localhost',
    'localhost evil.com',
    'localhost:6006:1',
    '::1',
    '[::1].evil.com',
    '[evil.com]',
    '127.1.evil',
    '..',
    ':6006',
  ])('refuses %j', (host) => expect(policy.admits(host)).toBe(false));
});
