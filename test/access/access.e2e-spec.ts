import { readFileSync } from 'node:fs';
import { startTestServer, type TestServer } from '../support/server.js';
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
 * Who may do what, written down twice: by a decorator at each handler and in `matrix.json`. A new
 * handler fails here until somebody has decided about it.
 */
describe('access', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('is named by every REST handler as the matrix says', () => {
    expect(controllerRoutes(server.app)).toEqual(matrix.rest);
  });

  it('is named by every GraphQL root field as the matrix says', () => {
    expect(rootFields(server.app)).toEqual(matrix.graphql);
  });

  it('is named for every gRPC method as the matrix says', () => {
    expect(grpcMethods(server.app)).toEqual(matrix.grpc);
  });

  it('is decided for every route that does not belong to a controller', () => {
    const known = { ...matrix.rest, ...matrix.besideControllers };
    expect(expressRoutes(server.app).filter((route) => !(route in known))).toEqual([]);
  });

  it('is denied to nobody by mistake: no entry of the matrix is left open or closed for all', () => {
    const entries = Object.entries({ ...matrix.rest, ...matrix.graphql });
    expect(entries.filter(([, access]) => access === 'nobody')).toEqual([]);
  });
});
