import { deflateRawSync } from 'node:zlib';
import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { sendRefused } from './refused-spans.js';

const MIB = 1024 * 1024;

const CONTENTS = `query ($id: ID!, $first: Int!) { node(id: $id) { ... on Project {
  ingestionErrors(first: $first) { edges { node { content } } } } } }`;

interface Contents {
  node: { ingestionErrors: { edges: { node: { content: string | null } }[] } };
}

describe('the contents of a page of refused spans', () => {
  let server: SecuredServer;
  let id: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    const names = Array.from({ length: 20 }, (_, at) => `span ${at}.`);
    const spans = names.map((name) => ({ spanId: '', name }));
    await sendRefused(server, 'many', spans, bearer(server.accounts.MEMBER.key));
    const [row] = await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'many'");
    id = globalId('Project', row!.id);
    // Members are then limited to what they can see.
    await aProject(server, { is_private: true });
  });
  afterAll(() => server.stop());

  const read = (first: number) =>
    server.gqlAs<Contents>(cookieOf(server.accounts.MEMBER), CONTENTS, { id, first });
  const countReads = async (first: number) => {
    const { result, statements } = await server.countQueries(() => read(first));
    const reads = statements.filter((sql) => sql.includes('kept_spans'));
    return { ...result, reads: reads.length };
  };

  it('are read together', async () => {
    const one = await countReads(1);
    const many = await countReads(20);
    expect(many.errors).toBeUndefined();
    const { edges } = many.data!.node.ingestionErrors;
    expect(edges.map(({ node }) => /span \d+\./.exec(node.content!)![0])).toEqual(
      Array.from({ length: 20 }, (_, at) => `span ${19 - at}.`),
    );
    expect(many.reads).toBe(one.reads);
  });

  it('are read only as far as they fit into an answer', async () => {
    const content = deflateRawSync(Buffer.alloc(12 * MIB, 'x'));
    await server.sql('UPDATE kept_spans SET content = $1, byte_size = $2', [content, MIB]);
    const { errors, reads } = await countReads(20);
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'The answer is longer than 64 MB. Request smaller pages or fewer fields.',
      }),
    ]);
    expect(reads).toBeLessThan(10);
    const few = await read(1);
    expect(few.errors).toBeUndefined();
    expect(few.data!.node.ingestionErrors.edges[0]!.node.content).toHaveLength(12 * MIB);
  });
});
