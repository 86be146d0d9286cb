import { readEnv } from './env.js';
import { messageOf } from '../../test/support/refused-env.js';

describe('readEnv', () => {
  it('defaults to loopback and the embedded database', () => {
    const env = readEnv({});
    expect(env.host).toBe('127.0.0.1');
    expect(env.port).toBe(6006);
    expect(env.grpcPort).toBe(4317);
    expect(env.databaseUrl).toBeUndefined();
    expect(env.rootUrl).toBe('http://127.0.0.1:6006');
  });

  it('trims values, treats empty ones as not set and ignores other variables', () => {
    const env = readEnv({ SPANDREL_PORT: ' 7000 ', SPANDREL_GRPC_PORT: ' ', PORT: 'x' });
    expect(env.port).toBe(7000);
    expect(env.grpcPort).toBe(4317);
  });

  it.each([
    ['SPANDREL_PORT', 'abc', 'a whole number from 0 to 65535'],
    ['SPANDREL_PORT', '70000', 'a whole number from 0 to 65535'],
    ['SPANDREL_PORT', '6006.5', 'a whole number from 0 to 65535'],
    ['SPANDREL_LOG_SQL', '1', 'true or false'],
    ['SPANDREL_LOG_SQL', 'yes', 'true or false'],
    ['SPANDREL_LOGGING_LEVEL', 'loud', 'one of debug, info'],
    ['SPANDREL_LOGGING_MODE', 'xml', 'default or structured'],
    ['SPANDREL_HOST_ROOT_PATH', 'spandrel', 'starts with /'],
    ['SPANDREL_HOST_ROOT_PATH', '/spandrel/', 'does not end with /'],
    ['SPANDREL_HOST_ROOT_PATH', '//evil.example', 'such as /spandrel'],
    ['SPANDREL_SESSION_LIFETIME_MINUTES', '99999999999999', 'at most 52560000'],
    ['SPANDREL_ROOT_URL', 'example.com', 'http or https URL'],
    ['SPANDREL_HOST', 'no host', 'IP address'],
    ['SPANDREL_DATABASE_SCHEMA', 'a; DROP TABLE x', 'schema name'],
    ['SPANDREL_INGEST_WRITERS', '0', 'from 1 to 32'],
  ])('refuses %s=%s and says what it must be', (name, value, accepted) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`${name} is "${value}"`);
    expect(message).toContain(accepted);
  });

  it('reports every mistake at once', () => {
    const message = messageOf({ SPANDREL_PORT: 'x', SPANDREL_LOG_SQL: 'x' });
    expect(message?.split('\n')).toHaveLength(2);
  });

  it('requires previous secrets to be strong as well', () => {
    const secret = 'a-secret-0123456789-abcdefghijklmnop';
    const message = messageOf({
      SPANDREL_SECRET: secret,
      SPANDREL_PREVIOUS_SECRETS: `${secret}-2,hunter2`,
    });
    expect(message).toMatch(/^SPANDREL_PREVIOUS_SECRETS is the given value \(not shown\)/);
    expect(message).not.toContain('hunter2');
  });

  it('never shows a secret', () => {
    const message = messageOf({ SPANDREL_DATABASE_URL: 'mysql://root:hunter2@db/x' });
    expect(message).toContain('SPANDREL_DATABASE_URL');
    expect(message).not.toContain('hunter2');
  });

  it('explains a port that Kubernetes sets for a service with the same name', () => {
    expect(messageOf({ SPANDREL_PORT: 'tcp://10.0.0.1:6006' })).toContain('Kubernetes');
  });

  it('refuses to listen for other machines without authentication', () => {
    expect(messageOf({ SPANDREL_HOST: '0.0.0.0' })).toContain('authentication is off');
    const env = readEnv({
      SPANDREL_HOST: '0.0.0.0',
      SPANDREL_DANGEROUSLY_ALLOW_UNAUTHENTICATED_ACCESS: 'true',
    });
    expect(env.rootUrl).toBe('http://127.0.0.1:6006');
  });

  it('refuses authentication without a secret', () => {
    expect(messageOf({ SPANDREL_ENABLE_AUTH: 'true' })).toContain('SPANDREL_ENABLE_AUTH');
  });

  it('builds the database URL from separate parts', () => {
    const env = readEnv({
      SPANDREL_POSTGRES_HOST: 'db:6543',
      SPANDREL_POSTGRES_USER: 'a b',
      SPANDREL_POSTGRES_PASSWORD: 'p@ss/word',
      SPANDREL_POSTGRES_DB: 'spans',
    });
    expect(env.databaseUrl).toBe('postgresql://a%20b:p%40ss%2Fword@db:6543/spans');
    expect(messageOf({ SPANDREL_POSTGRES_HOST: 'db' })).toContain('SPANDREL_POSTGRES_PASSWORD');
  });

  it('reads the capacity of the database in GiB', () => {
    const name = 'SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES';
    expect(readEnv({}).storage.capacity).toBeNull();
    expect(readEnv({ [name]: '1.5' }).storage.capacity).toBe(1.5 * 1024 ** 3);
    for (const value of ['0', '-1', 'much', '1e9', '1000000000000']) {
      expect(messageOf({ [name]: value })).toContain('a positive number');
    }
  });

  it('reads the shares of the capacity at which it warns and stores nothing new', () => {
    const warning = 'SPANDREL_DATABASE_USAGE_EMAIL_WARNING_THRESHOLD_PERCENTAGE';
    const lock = 'SPANDREL_DATABASE_USAGE_INSERTION_BLOCKING_THRESHOLD_PERCENTAGE';
    expect(readEnv({}).storage).toMatchObject({ warningShare: 0.8, lockShare: 0.95 });
    const given = readEnv({ [warning]: '62.5', [lock]: '100' });
    expect(given.storage).toMatchObject({ warningShare: 0.625, lockShare: 1 });
    for (const value of ['-1', '101', 'half', '50%']) {
      expect(messageOf({ [lock]: value })).toContain('a percentage from 0 to 100');
    }
    expect(messageOf({ SPANDREL_SUPPORT_EMAIL: 'nobody' })).toContain('an email address');
  });

  describe('ways to sign in', () => {
    const secured = {
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: 'a-secret-of-at-least-32-characters-1',
      SPANDREL_DISABLE_BASIC_AUTH: 'true',
    };
    const provider = {
      SPANDREL_OAUTH2_ACME_CLIENT_ID: 'c',
      SPANDREL_OAUTH2_ACME_CLIENT_SECRET: 's',
      SPANDREL_OAUTH2_ACME_OIDC_CONFIG_URL: 'https://idp.example.com/config',
    };

    it('must include another one if passwords are turned off', () => {
      expect(messageOf(secured)).toMatch(/^SPANDREL_DISABLE_BASIC_AUTH .*SPANDREL_OAUTH2_<IDP>/);
      expect(messageOf({ ...secured, ...provider })).toBeNull();
    });

    it('are reported together with all other mistakes, one per line', () => {
      const message = messageOf({
        ...provider,
        SPANDREL_OAUTH2_ACME_CLIENT_ID: '',
        SPANDREL_OAUTH2_ACME_AUTO_LOGIN: 'yes',
        SPANDREL_PORT: 'x',
      });
      expect(message?.split('\n')).toHaveLength(3);
    });

    it('include no providers while authentication is off', () => {
      expect(readEnv(provider).oidc).toEqual([]);
      expect(readEnv({ ...secured, ...provider }).oidc).toMatchObject([{ name: 'acme' }]);
    });

    it('include the public URL only if it is configured', () => {
      expect(readEnv({}).publicUrl).toBeUndefined();
      expect(readEnv({ SPANDREL_ROOT_URL: 'https://llm.example.com/' }).publicUrl).toBe(
        'https://llm.example.com',
      );
    });
  });
});
