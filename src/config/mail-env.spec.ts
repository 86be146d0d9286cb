import { readEnv } from './env.js';

const HOST = { SPANDREL_SMTP_HOSTNAME: 'mail.example.com' };
const mailOf = (env: Record<string, string>) => readEnv(env).mail;

describe('the environment for email', () => {
  it('turns email on if only a host is set', () => {
    expect(mailOf({})).toBeNull();
    expect(mailOf({ SPANDREL_SMTP_PORT: '25' })).toBeNull();
    expect(mailOf(HOST)).toEqual({
      host: 'mail.example.com',
      port: 587,
      credentials: null,
      from: { name: 'Spandrel', address: 'noreply@localhost' },
      validatesCertificates: true,
    });
  });

  it('sends from the host of the public URL by default', () => {
    const from = (env: Record<string, string>) => mailOf({ ...HOST, ...env })?.from.address;
    expect(from({ SPANDREL_ROOT_URL: 'https://obs.acme.test/x' })).toBe('noreply@obs.acme.test');
    expect(from({ SPANDREL_ROOT_URL: 'http://[::1]:6006' })).toBe('noreply@localhost');
    expect(from({ SPANDREL_SMTP_MAIL_FROM: 'obs@acme.test' })).toBe('obs@acme.test');
    expect(mailOf({ ...HOST, SPANDREL_SMTP_MAIL_FROM: 'Acme Obs <obs@acme.test>' })?.from).toEqual({
      name: 'Acme Obs',
      address: 'obs@acme.test',
    });
  });

  it('requires the user name and password together', () => {
    const both = { SPANDREL_SMTP_USERNAME: 'u', SPANDREL_SMTP_PASSWORD: 'p' };
    expect(mailOf({ ...HOST, ...both })?.credentials).toEqual({ user: 'u', pass: 'p' });
    for (const name of ['SPANDREL_SMTP_USERNAME', 'SPANDREL_SMTP_PASSWORD']) {
      expect(() => mailOf({ ...HOST, [name]: 'geheim' })).toThrow(
        /^SPANDREL_SMTP_USERNAME and SPANDREL_SMTP_PASSWORD must be set together/,
      );
    }
  });

  it.each([
    ['SPANDREL_SMTP_HOSTNAME', 'smtp://mail'],
    ['SPANDREL_SMTP_PORT', '0'],
    ['SPANDREL_SMTP_PORT', 'x'],
    ['SPANDREL_SMTP_MAIL_FROM', 'nobody'],
    ['SPANDREL_SMTP_MAIL_FROM', 'a@b.c, d@e.f'],
    ['SPANDREL_SMTP_MAIL_FROM', 'x <a@b.c>\r\nBcc: d@e.f'],
    ['SPANDREL_SMTP_VALIDATE_CERTS', '1'],
  ])('refuses %s=%s with a line that names it', (name, value) => {
    expect(() => mailOf({ ...HOST, [name]: value })).toThrow(new RegExp(`^${name} is `));
  });
});
