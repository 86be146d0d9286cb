import { Controller, type ExecutionContext, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Query, Resolver } from '@nestjs/graphql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { Access, AccessGuard, ANONYMOUS, AppModule, configure, readEnv } from '../support/built.js';

@Controller('bare')
class BareController {
  @Get()
  open(): string {
    return 'forgotten';
  }
}

@Resolver()
class BareResolver {
  @Query(() => String)
  bareField(): string {
    return 'forgotten';
  }
}

@Module({ controllers: [BareController], providers: [BareResolver] })
class BareModule {}

const NO_DATABASE = 'postgresql://nobody@127.0.0.1:1/none';

describe('a handler that names no role', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    const env = readEnv({
      SPANDREL_DATABASE_URL: NO_DATABASE,
      SPANDREL_GRPC_PORT: '0',
      SPANDREL_LOGGING_LEVEL: 'critical',
    });
    const whole = AppModule.forRoot({ ...env, databaseUrl: NO_DATABASE });
    app = await NestFactory.create<NestExpressApplication>(
      // Comes first, because the web UI handles every remaining path.
      { ...whole, imports: [BareModule, ...(whole.imports ?? [])] },
      { logger: false, bodyParser: false },
    );
    configure(app, env);
    await app.init();
  });
  afterAll(() => app.close());

  it('is closed over REST, even to the anonymous administrator', async () => {
    const response = await supertest(app.getHttpServer()).get('/bare');
    expect(response.status).toBe(403);
    expect(response.text).not.toContain('forgotten');
  });

  it('is closed over GraphQL', async () => {
    const response = await supertest(app.getHttpServer())
      .post('/graphql')
      .send({ query: '{ bareField }' });
    expect(response.body).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});

describe('the access guard', () => {
  const guard = new AccessGuard({ isLocked: false, assertOpen: () => undefined });

  it.each([
    ['VIEWER', 'VIEWER', true],
    ['VIEWER', 'MEMBER', false],
    ['VIEWER', 'ADMIN', false],
    ['MEMBER', 'VIEWER', true],
    ['MEMBER', 'MEMBER', true],
    ['MEMBER', 'ADMIN', false],
    ['ADMIN', 'VIEWER', true],
    ['ADMIN', 'MEMBER', true],
    ['ADMIN', 'ADMIN', true],
  ] as const)('lets a %s call a handler for %s: %s', (role, required, allowed) => {
    const call = () => guard.canActivate(contextOf(required, { ...ANONYMOUS, role }));
    if (allowed) expect(call()).toBe(true);
    else expect(call).toThrow(role === 'VIEWER' ? 'Viewers cannot' : 'Only admin can');
  });

  it('requires an identified sender for everything that is not public', () => {
    expect(() => guard.canActivate(contextOf('VIEWER'))).toThrow('Invalid token');
    expect(guard.canActivate(contextOf('public'))).toBe(true);
  });

  it('keeps the system user, with a key or the secret, out of handlers for people only', () => {
    const rules = [{ 'people only': 'people only' }];
    const call = (changes: Partial<typeof ANONYMOUS>) =>
      guard.canActivate(contextOf('VIEWER', { ...ANONYMOUS, ...changes }, rules));
    expect(call({ credential: 'session' })).toBe(true);
    expect(() => call({ credential: 'admin-secret', isSystem: true })).toThrow('people only');
    expect(() => call({ credential: 'api-key', isSystem: true })).toThrow('people only');
  });
});

type Role = (typeof ANONYMOUS)['role'];

/**
 * Returns the context of a call by `identity`, or a stranger, to a handler that requires a role.
 */
function contextOf(
  required: Role | 'public',
  identity?: typeof ANONYMOUS,
  rules: Parameters<typeof Access> = [],
): ExecutionContext {
  const handler = () => undefined;
  Access(required, ...rules)(handler);
  const request = { method: 'POST', identity };
  return {
    getType: () => 'http',
    getHandler: () => handler,
    getClass: () => class {},
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
}
