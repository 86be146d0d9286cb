import type { ClientRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { freePort } from '../support/child-server.js';
import { eventually } from '../support/eventually.js';
import { aBody, answerOf, JSON_TYPE, MEBIBYTE, startBody } from './stalled-bodies.js';

describe('JSON bodies that arrive at once', () => {
  let server: SecuredServer;
  let metricsPort: number;
  const stalled: ClientRequest[] = [];

  const inFlight = async (): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^spandrel_http_json_in_flight_bytes (\d+)$/m.exec(metrics)![1]);
  };

  beforeAll(async () => {
    metricsPort = await freePort();
    server = await startSecuredServer({
      SPANDREL_JSON_MAX_IN_FLIGHT_MIB: '8',
      SPANDREL_ENABLE_PROMETHEUS: 'true',
      SPANDREL_PROMETHEUS_PORT: String(metricsPort),
    });
  });
  afterEach(async () => {
    for (const request of stalled.splice(0)) request.destroy();
    await eventually('release of the memory', async () => (await inFlight()) === 0);
  });
  afterAll(() => server.stop());

  const admin = () => bearer(server.accounts.ADMIN.key);

  const start = (path: string, bytes: number, headers: Record<string, string>): ClientRequest => {
    const request = startBody(server.url + path, bytes, headers);
    stalled.push(request);
    return request;
  };
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });

  /** Lets two bodies of almost 4 MiB stall, so that there is no room for another large one. */
  const fill = async (): Promise<void> => {
    for (const path of ['/v1/projects', '/graphql']) start(path, 4 * MEBIBYTE - 1000, admin());
    await eventually('arrival of both', async () => (await inFlight()) > 7.5 * MEBIBYTE);
  };

  it('are refused by REST while others fill the memory, and accepted when those are gone', async () => {
    await fill();
    const refused = await post('/v1/projects', aBody(MEBIBYTE), admin());
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('content-type')).toContain('text/plain');
    expect(await refused.text()).toContain('at capacity');
    for (const request of stalled.splice(0)) request.destroy();
    const status = await eventually('acceptance of a large body', async () => {
      const response = await post('/v1/projects', aBody(7 * MEBIBYTE), admin());
      return response.status !== 503 && response.status;
    });
    expect(status).toBe(422);
  });

  it('are refused by GraphQL with an error of GraphQL', async () => {
    await fill();
    const refused = await post('/graphql', aBody(MEBIBYTE), admin());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({
      errors: [
        { message: expect.stringContaining('at capacity'), extensions: { code: 'UNAVAILABLE' } },
      ],
    });
  });

  it('are counted after decompression', async () => {
    await fill();
    const small = gzipSync(aBody(MEBIBYTE));
    expect(small.length).toBeLessThan(2000);
    const headers = { ...admin(), 'content-encoding': 'gzip' };
    expect((await post('/v1/projects', small, headers)).status).toBe(503);
  });

  it('are accepted if they are small, whatever else stalls', async () => {
    await fill();
    const person = { email: 'nobody@example.com', password: 'wrong' };
    expect((await post('/auth/login', JSON.stringify(person))).status).toBe(401);
    const query = JSON.stringify({ query: '{ projectCount }' });
    expect((await post('/graphql', query, admin())).status).toBe(200);
    const pieces = start('/v1/projects', 60 * 1024, admin());
    pieces.end('"}');
    expect((await answerOf(pieces)).status).toBe(422);
  });

  it('are not read beyond a small form for clients that are not signed in', async () => {
    const { status } = await answerOf(start('/auth/login', MEBIBYTE, {}));
    expect(status).toBe(413);
    const bomb = gzipSync(aBody(16 * MEBIBYTE));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const unknown = { ...bearer('spd_unknown'), 'content-encoding': 'gzip' };
    expect((await post('/v1/projects', bomb, unknown)).status).toBe(401);
    expect((await post('/auth/login', bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });
});
