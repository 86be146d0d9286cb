import { Controller, Get, Headers, Inject, Injectable, Module, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { SignInMethod } from '../../src/auth/sign-in-methods/sign-in-method.contract.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import {
  Access,
  setSessionCookies,
  SIGN_IN_METHODS,
  SignInsModule,
  SignInsService,
  UnauthenticatedError,
  UsersModule,
  UsersService,
} from '../support/built.js';

/** Signs in whom a header names, as a proxy in front of the server could. */
@Injectable()
class HeaderSignInService implements SignInMethod<string> {
  readonly kind = 'OAUTH2';

  constructor(
    @Inject(UsersService) private readonly users: InstanceType<typeof UsersService>,
    @Inject(SignInsService) private readonly signIns: InstanceType<typeof SignInsService>,
  ) {}

  listOffers() {
    const facts = [{ label: 'Header', value: 'x-proxy-user' }];
    const startPath = 'auth/header';
    return [{ name: 'proxy', displayName: 'Proxy', startPath, facts, variables: 'PROXY_HEADER' }];
  }

  async signIn(email: string) {
    await this.signIns.countAttempt();
    const user = await this.users.findByEmail(email);
    if (user?.authMethod !== this.kind) throw new UnauthenticatedError('Unknown user');
    const session = {
      authMethod: this.kind,
      provider: { name: 'proxy', idToken: 'none' },
    } as const;
    return { tokens: await this.signIns.openSession(user, session), returnPath: null };
  }
}

@Access('public')
@Controller('auth/header')
class HeaderController {
  constructor(private readonly method: HeaderSignInService) {}

  @Get()
  async login(@Headers('x-proxy-user') email: string, @Res() response: Response): Promise<void> {
    const { tokens } = await this.method.signIn(email);
    setSessionCookies(response, { secure: false, path: '/' }, tokens);
    response.redirect('/');
  }
}

@Module({
  imports: [SignInsModule, UsersModule],
  controllers: [HeaderController],
  providers: [HeaderSignInService],
})
class HeaderModule {
  static readonly method = HeaderSignInService;
}

describe('a sign-in method in a folder and a line', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    SIGN_IN_METHODS.push(HeaderModule);
    server = await startSecuredServer({}, { isShared: false });
  });

  afterAll(async () => {
    await server.stop();
    SIGN_IN_METHODS.splice(SIGN_IN_METHODS.indexOf(HeaderModule), 1);
  });

  const asAdmin = <T>(query: string) => server.gqlAs<T>(cookieOf(server.accounts.ADMIN), query);

  it('has a button on the sign-in page', async () => {
    const { text } = await server.request.get('/login').expect(200);
    const [, json] = /id="spandrel-config">(.*?)<\/script>/.exec(text)!;
    expect(JSON.parse(json!).signInLinks).toEqual([
      { name: 'proxy', displayName: 'Proxy', path: 'auth/header' },
    ]);
  });

  it('is shown to administrators after the others', async () => {
    const { data } = await asAdmin<{ signInMethods: object[] }>(
      '{ signInMethods { kind name displayName variables facts { label value } } }',
    );
    expect(data?.signInMethods.at(-1)).toEqual({
      kind: 'OAUTH2',
      name: 'proxy',
      displayName: 'Proxy',
      variables: 'PROXY_HEADER',
      facts: [{ label: 'Header', value: 'x-proxy-user' }],
    });
  });

  it('signs in users of its kind only, who then have a session', async () => {
    await asAdmin(
      `mutation { createUser(input: { email: "kim@example.com", username: "Kim", role: MEMBER,
         authMethod: OAUTH2 }) { user { id } } }`,
    );
    const answer = await server.request.get('/auth/header').set('x-proxy-user', 'kim@example.com');
    expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    expect(
      await server.gqlAs({ Cookie }, '{ viewer { username sessions { authMethod provider } } }'),
    ).toEqual({
      data: {
        viewer: { username: 'Kim', sessions: [{ authMethod: 'OAUTH2', provider: 'proxy' }] },
      },
    });
    const { email } = server.accounts.MEMBER;
    await server.request.get('/auth/header').set('x-proxy-user', email).expect(401);
  });

  it('is in the audit log', async () => {
    const { data } = await asAdmin<{ auditEvents: { edges: { node: object }[] } }>(
      '{ auditEvents(first: 1, filter: { action: "login.succeeded" }) { edges { node { actorName details } } } }',
    );
    expect(data?.auditEvents.edges).toEqual([
      { node: { actorName: 'Kim', details: { method: 'OAUTH2', provider: 'proxy' } } },
    ]);
  });
});
