import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { GraphQLObjectType } from 'graphql';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  aWideProject,
  lengthenSpans,
  MANY_VALUES,
  TOO_LONG,
  TOO_MANY_VALUES,
} from './wide-project.js';

describe('the work of a GraphQL operation', () => {
  let server: TestServer;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await aWideProject(server);
  });
  afterAll(() => server.stop());

  it('counts one step for each value at hand, and five for each that a resolver finds', () => {
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const fields = (schema.getType('Span') as GraphQLObjectType).getFields();
    const stepsOf = (name: string) => fields[name]!.extensions['steps'] ?? 1;
    expect(['id', 'name', 'latencyMs', 'inputPreview'].map(stepsOf)).toEqual([1, 1, 1, 1]);
    expect(['trace', 'attributes', 'numChildSpans'].map(stepsOf)).toEqual([5, 5, 5]);
  });

  it('may request pages of 1000 in pages of 1000 in pages of 1000', async () => {
    const { data, errors } = await server.gql<{ node: { sessions: { edges: unknown[] } } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { sessions(first: 1000) { edges { node {
         traces(first: 1000) { edges { node { spans(first: 1000) { edges { node {
           id name attributes input { value } events { name } cumulativeTokenCountTotal } } } } } }
       } } } } } }`,
      { id: projectId },
    );
    expect(errors).toBeUndefined();
    expect(data!.node.sessions.edges).toMatchObject([
      { node: { traces: { edges: [{ node: { spans: { edges: { length: 1000 } } } }] } } },
    ]);
  });

  it('ends with one error when the answer has too many values', async () => {
    const { data, errors } = await server.gql(MANY_VALUES, { id: projectId });
    expect(data).toBeNull();
    expect(errors).toEqual([TOO_MANY_VALUES]);
  });

  it('ends with one error when it repeats what it reads too often', async () => {
    await lengthenSpans(server, 10);
    const fields = Array.from({ length: 45 }, (_, i) => `a${i}: attributes`).join(' ');
    const { errors } = await server.gql(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 10, sort: { col: startTime, dir: asc }) { edges { node { ${fields} } } } } } }`,
      { id: projectId },
    );
    expect(errors).toEqual([TOO_LONG]);
  });
});
