import { readFileSync } from 'node:fs';
import * as grpc from '@grpc/grpc-js';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { type Caller, chooseCallers, expected, type Extent } from './callers.js';
import type { AccessMatrix } from './handlers.js';
import { sampleOperation } from './sample-operation.js';

const matrix = JSON.parse(
  readFileSync(new URL('./matrix.json', import.meta.url), 'utf8'),
) as Record<'rest' | 'graphql' | 'grpc', AccessMatrix>;

/** All fields, or a sample with every kind of access. */
function chooseFields(extent: Extent): [field: string, access: string][] {
  const fields = Object.entries(matrix.graphql);
  const byAccess = Map.groupBy(fields, ([, access]) => access);
  return extent === 'all' ? fields : [...byAccess.values()].map(([first]) => first!);
}

/** Routes that, when called, end the sessions this test uses. */
const ENDS_SESSIONS = new Set(['GET /auth/logout', 'POST /auth/logout', 'POST /auth/refresh']);

/** Calls every handler as different callers. */
export function describeWalk(extent: Extent): void {
  describe('access to every endpoint', () => {
    let server: SecuredServer;
    let headers: Record<Caller, Record<string, string>>;

    beforeAll(async () => {
      server = await startSecuredServer();
      const { ADMIN, MEMBER, VIEWER } = server.accounts;
      headers = {
        nobody: {},
        'a viewer': cookieOf(VIEWER),
        "a viewer's key": bearer(VIEWER.key),
        'a member': cookieOf(MEMBER),
        "a member's key": bearer(MEMBER.key),
        'a system key': bearer(server.systemKey),
        'a read-only key of an admin': bearer(
          await server.createKey(ADMIN.userId, { scope: 'read' }),
        ),
        'an admin': cookieOf(ADMIN),
        "an admin's key": bearer(ADMIN.key),
        'the admin secret': bearer(server.adminSecret),
      };
    });
    afterAll(() => server.stop());

    describe('over REST', () => {
      const routes = Object.entries(matrix.rest).filter(([route]) => !ENDS_SESSIONS.has(route));

      it.each(routes)('%s is for %s', async (route, access) => {
        const [verb, pattern] = route.split(' ') as [string, string];
        const path = pattern.replaceAll(/[:*]\w+/g, 'sample');
        const isWrite = verb !== 'GET';
        for (const caller of chooseCallers(extent, route, access, isWrite)) {
          const method = verb.toLowerCase() as 'get';
          const response = await server.request[method](path)
            .set(headers[caller])
            // Like a page of this server, from which alone users can approve an application.
            .set('Origin', server.url)
            .redirects(0);
          const { status } = response;
          // Users who follow a link are redirected to the sign-in page.
          const isAskedIn = response.headers['location']?.startsWith('/login?') === true;
          const outcome =
            status === 401 || isAskedIn
              ? 'unauthenticated'
              : status === 403
                ? 'forbidden'
                : 'let in';
          const answer = `${caller}: ${outcome}`;
          // Signing in without a password or with an unknown provider responds like a request without
          // a session.
          const isSignIn = /^\/(auth|oauth2)\//.test(path);
          if (access === 'public' && outcome === 'unauthenticated' && isSignIn) {
            continue;
          }
          expect(answer).toBe(`${caller}: ${expected(route, access, caller, isWrite)}`);
          expect(status).toBeLessThan(500);
        }
      });
    });

    describe('over GraphQL', () => {
      it.each(Object.entries(matrix.graphql))('%s is for %s', async (field, access) => {
        const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
        const query = sampleOperation(schema, field);
        const isWrite = !field.startsWith('Query.');
        for (const caller of chooseCallers(extent, field, access, isWrite)) {
          const { status, messages } = await sendOperation(server, headers[caller], query);
          const outcome =
            status === 401
              ? 'unauthenticated'
              : /"code":"FORBIDDEN"/.test(messages)
                ? 'forbidden'
                : 'let in';
          expect(`${caller}: ${outcome}`).toBe(
            `${caller}: ${expected(field, access, caller, isWrite)}`,
          );
          expect(messages).not.toContain('INTERNAL_SERVER_ERROR');
          expect(messages).not.toContain('GRAPHQL_VALIDATION_FAILED');
        }
      });

      it('is closed to strangers, including introspection', async () => {
        const response = await server.request
          .post('/graphql')
          .send({ query: '{ __schema { queryType { name } } }' });
        expect(response.status).toBe(401);
        expect((await server.request.get('/graphql')).status).toBe(401);
      });
    });

    describe('over gRPC', () => {
      let client: grpc.Client;

      beforeAll(() => {
        client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
      });
      afterAll(() => client.close());

      const call = (path: string, metadata: grpc.Metadata) =>
        new Promise<grpc.status>((resolve) => {
          const same = (bytes: Buffer): Buffer => bytes;
          client.makeUnaryRequest(path, same, same, Buffer.alloc(0), metadata, (error) =>
            resolve(error?.code ?? grpc.status.OK),
          );
        });

      it.each(Object.entries(matrix.grpc))('%s is for %s', async (path, access) => {
        for (const caller of chooseCallers('all', path, access, true)) {
          const metadata = new grpc.Metadata();
          const { Authorization } = headers[caller];
          if (Authorization) metadata.set('authorization', Authorization);
          const code = await call(path, metadata);
          // gRPC does not read cookies, so a caller without another credential is a stranger.
          const rule = Authorization ? expected(path, access, caller, true) : 'unauthenticated';
          const named = {
            unauthenticated: grpc.status.UNAUTHENTICATED,
            forbidden: grpc.status.PERMISSION_DENIED,
            'let in': grpc.status.OK,
          }[rule];
          expect(`${caller}: ${grpc.status[code]}`).toBe(`${caller}: ${grpc.status[named]}`);
        }
      });
    });
  });

  describe('a user who must change their password first', () => {
    let server: SecuredServer;

    beforeAll(async () => {
      server = await startSecuredServer();
      await server.sql('UPDATE users SET password_needs_reset = true');
    });
    afterAll(() => server.stop());

    it('can only change it, even as an administrator', async () => {
      const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
      const { ADMIN } = server.accounts;
      for (const [field, access] of chooseFields(extent)) {
        const query = sampleOperation(schema, field);
        const { messages } = await sendOperation(server, cookieOf(ADMIN), query);
        const isRefused = messages.includes('Change your password');
        expect(`${field}: ${isRefused}`).toBe(
          `${field}: ${!access.includes('while the password is expired too')}`,
        );
      }
      const projects = await server.request.get('/v1/projects').set(cookieOf(ADMIN));
      expect([projects.status, projects.text]).toEqual([
        403,
        'Change your password before you do anything else.',
      ]);
    });

    it('keeps existing keys', async () => {
      const { MEMBER } = server.accounts;
      const projects = await server.request.get('/v1/projects').set(bearer(MEMBER.key));
      expect(projects.status).toBe(200);
    });
  });

  describe('a user who must add a second factor first', () => {
    let server: SecuredServer;

    beforeAll(async () => {
      server = await startSecuredServer({ SPANDREL_REQUIRE_SECOND_FACTOR: 'true' });
    });
    afterAll(() => server.stop());

    it('can only add it, even as an administrator', async () => {
      const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
      const { ADMIN } = server.accounts;
      for (const [field, access] of chooseFields(extent)) {
        const query = sampleOperation(schema, field);
        const { messages } = await sendOperation(server, cookieOf(ADMIN), query);
        const isRefused = messages.includes('Add a second factor before');
        expect(`${field}: ${isRefused}`).toBe(
          `${field}: ${!access.includes('while the second factor is missing too')}`,
        );
      }
      const projects = await server.request.get('/v1/projects').set(cookieOf(ADMIN));
      expect([projects.status, projects.text]).toEqual([
        403,
        'Add a second factor before you do anything else.',
      ]);
    });

    it('keeps existing keys', async () => {
      const { MEMBER } = server.accounts;
      const projects = await server.request.get('/v1/projects').set(bearer(MEMBER.key));
      expect(projects.status).toBe(200);
    });
  });
}

/** Returns the status, and the errors as JSON. A subscription is read to its end. */
async function sendOperation(
  server: SecuredServer,
  headers: Record<string, string>,
  query: string,
): Promise<{ status: number; messages: string }> {
  const isStream = query.startsWith('subscription');
  const { status, body, text } = await server.request
    .post('/graphql')
    .set(headers)
    .set('accept', isStream ? 'text/event-stream' : 'application/json')
    .send({ query });
  return { status, messages: isStream ? text : JSON.stringify(body.errors ?? []) };
}
