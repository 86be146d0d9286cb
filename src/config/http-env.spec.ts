import { readEnv } from './env.js';
import { messageOf } from '../../test/support/refused-env.js';

describe('the environment of HTTP', () => {
  it('trusts only proxies on this machine by default', () => {
    expect(readEnv({}).http).toEqual({
      trustedProxies: ['127.0.0.1', '::1'],
      allowedHosts: [],
      allowedOrigins: [],
      csrfTrustedOrigins: [],
      maxJsonInFlightBytes: 128 * 1024 * 1024,
    });
    expect(readEnv({ SPANDREL_TRUSTED_PROXIES: 'none' }).http.trustedProxies).toEqual([]);
  });

  it('reads lists and skips blank items', () => {
    const { http } = readEnv({
      SPANDREL_TRUSTED_PROXIES: '10.0.0.0/8, ::1,uniquelocal',
      SPANDREL_ALLOWED_HOSTS: ',Spandrel.example.com,,*.example.org,',
      SPANDREL_ALLOWED_ORIGINS: 'https://App.example.com/, http://localhost:3000',
      SPANDREL_CSRF_TRUSTED_ORIGINS: ', https://app.example.com:443 ,,',
    });
    expect(http).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '::1', 'uniquelocal'],
      allowedHosts: ['spandrel.example.com', '*.example.org'],
      allowedOrigins: ['https://app.example.com', 'http://localhost:3000'],
      csrfTrustedOrigins: ['https://app.example.com'],
    });
  });

  it.each([
    ['SPANDREL_TRUSTED_PROXIES', 'proxy.example.com'],
    ['SPANDREL_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['SPANDREL_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['SPANDREL_TRUSTED_PROXIES', 'true'],
    ['SPANDREL_TRUSTED_PROXIES', '*'],
    ['SPANDREL_ALLOWED_HOSTS', '*'],
    ['SPANDREL_ALLOWED_HOSTS', 'https://spandrel.example.com'],
    ['SPANDREL_ALLOWED_HOSTS', 'spandrel.example.com:6006'],
    ['SPANDREL_ALLOWED_HOSTS', 'a b'],
    ['SPANDREL_ALLOWED_ORIGINS', '*'],
    ['SPANDREL_ALLOWED_ORIGINS', 'null'],
    ['SPANDREL_ALLOWED_ORIGINS', 'app.example.com'],
    ['SPANDREL_ALLOWED_ORIGINS', 'https://app.example.com/path'],
    ['SPANDREL_ALLOWED_ORIGINS', 'https://app.example.com?x'],
    ['SPANDREL_ALLOWED_ORIGINS', 'https://user@app.example.com'],
    ['SPANDREL_ALLOWED_ORIGINS', 'ftp://app.example.com'],
    ['SPANDREL_CSRF_TRUSTED_ORIGINS', 'https://'],
    ['SPANDREL_CSRF_TRUSTED_ORIGINS', 'http://app.example.com,app.example.com'],
  ])('refuses %s=%s and says what it must be', (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message?.split('\n')).toHaveLength(1);
    expect(message).toContain(`${name} is "${value}". It must be `);
  });
});
