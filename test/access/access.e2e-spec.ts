import { readFileSync } from 'node:fs';
import { ROLES } from '../../src/kernel/access/roles.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { CALLERS } from './callers.js';
import {
  type AccessMatrix,
  controllerRoutes,
  expressRoutes,
  grpcMethods,
  rootFields,
} from './handlers.js';

interface Matrix {
  rest: AccessMatrix;
  graphql: AccessMatrix;
  grpc: AccessMatrix;
  besideControllers: AccessMatrix;
}

const matrix = JSON.parse(
  readFileSync(new URL('./matrix.json', import.meta.url), 'utf8'),
) as Matrix;

/**
 * Access is recorded twice: by a decorator on each handler, and in `matrix.json`. A new handler
 * fails this test until someone decides who may call it.
 */
describe('access', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('is walked by callers of every role', () => {
    expect(new Set(Object.values(CALLERS))).toEqual(new Set([null, ...ROLES]));
  });

  it('names every REST handler in the matrix', () => {
    expect(controllerRoutes(server.app)).toEqual(matrix.rest);
  });

  it('names every GraphQL root field in the matrix', () => {
    expect(rootFields(server.app)).toEqual(matrix.graphql);
  });

  it('names every gRPC method in the matrix', () => {
    expect(grpcMethods(server.app)).toEqual(matrix.grpc);
  });

  it('names every route outside controllers in the matrix', () => {
    const known = { ...matrix.rest, ...matrix.besideControllers };
    expect(expressRoutes(server.app).filter((route) => !(route in known))).toEqual([]);
  });

  it('opens or closes no handler to everyone by mistake', () => {
    const entries = Object.entries({ ...matrix.rest, ...matrix.graphql });
    expect(entries.filter(([, access]) => access === 'nobody')).toEqual([]);
  });
});
