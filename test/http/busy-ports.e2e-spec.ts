import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer } from '../support/server.js';

const { jest } = import.meta;

describe('a server whose port another program uses', () => {
  let other: Server;
  let database: TestDatabase;

  beforeAll(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    database = await createTestDatabase();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    other.close();
    await database.drop();
  });

  it.each([
    ['The server', 'SPANDREL_PORT', {}],
    ['OTLP over gRPC', 'SPANDREL_GRPC_PORT', {}],
    ['The metrics', 'SPANDREL_PROMETHEUS_PORT', { SPANDREL_ENABLE_PROMETHEUS: 'true' }],
  ])('names it and does not start: %s on %s', async (what, variable, others) => {
    const printed = jest.spyOn(console, 'error');
    const { port } = other.address() as AddressInfo;
    const env = { ...others, [variable]: String(port), SPANDREL_DATABASE_URL: database.url };
    await expect(startTestServer(env)).rejects.toThrow(
      `${what} cannot listen on port ${port} of 127.0.0.1, because another program uses it. ` +
        `Stop that program, or set ${variable} to a free port.`,
    );
    // By the gRPC library, which also says that it has no address.
    expect(printed).not.toHaveBeenCalled();
  });
});
