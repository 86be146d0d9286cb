import { EVERYTHING, LONG_WORD } from '../../../src/tracing/span-index/terms.js';
import { hasTerms, hasText } from '../../support/indexed-blocks.js';
import { randomBytes } from 'node:crypto';
import { whenIndexed, whenNone } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { holds, makeSpans, sendSearched } from '../spans/searched-spans.js';

const SPANS = makeSpans(1300);

describe('the index of spans', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await sendSearched(server, 'searched', SPANS);
    await whenIndexed(server);
  });
  afterAll(() => server.stop());

  async function walk(search: string): Promise<string[]> {
    const { body } = await server.request
      .get(`/v1/projects/searched/spans?search=${search}&order=asc`)
      .expect(200);
    return (body as { data: { context: { span_id: string } }[] }).data.map((span) =>
      span.context.span_id.replace('searched-', ''),
    );
  }

  /** Sends spans with an input each, which fill blocks of their own. */
  async function sendInputs(inputs: readonly string[], project = 'searched'): Promise<void> {
    const [span] = makeSpans(1);
    const spans = inputs.map((input, at) => ({
      ...span!,
      id: `own-${project}-${at}`,
      trace: `own-${project}`,
      texts: [input, '', '', '', ''],
    }));
    await sendSearched(server, project, spans);
  }

  /** @param condition SQL of a condition on their terms. */
  async function countBlocks(condition: string): Promise<number> {
    const [row] = await server.sql<{ count: number }>(
      `SELECT count(*) FROM span_blocks WHERE ${condition}`,
    );
    return row!.count;
  }

  it('finds the words around images, of which it only knows the start', async () => {
    const image = randomBytes(240_000).toString('base64');
    const inputs = Array.from({ length: 4 }, (_, at) => `picture${at} ${image} of Aconcagua${at}`);
    await sendInputs(inputs, 'images');
    await whenIndexed(server);
    expect(await countBlocks(`${hasText('aconcagua')} AND ${hasTerms(LONG_WORD)}`)).toBeGreaterThan(
      0,
    );
    expect(await countBlocks(hasTerms(EVERYTHING))).toBe(0);
    const found = async (path: string) => {
      const { body } = await server.request.get(`/v1/projects/images/spans?${path}`).expect(200);
      return (body as { data: unknown[] }).data.length;
    };
    expect(await found('search=aconcagua3')).toBe(1);
    const middle = image.slice(200_000).match(/[a-z0-9]{12}/i)![0];
    expect(await found(`search=${middle}`)).toBe(0);
    expect(
      await found(`filter_condition=${encodeURIComponent(`'${middle}' in input.value`)}`),
    ).toBe(4);
    await server.request.delete('/v1/projects/images').expect(204);
  });

  it('lets searches look at spans with more words than it can have', async () => {
    const words = randomBytes(600_000).toString('base64').replaceAll(/.{10}/g, '$& ');
    await sendInputs([...Array.from({ length: 3 }, () => words), 'Popocatepetl'], 'words');
    await whenIndexed(server);
    expect(await countBlocks(hasTerms(EVERYTHING))).toBeGreaterThan(0);
    const { body } = await server.request
      .get('/v1/projects/words/spans?search=popocatepetl')
      .expect(200);
    expect((body as { data: unknown[] }).data).toHaveLength(1);
    await server.request.delete('/v1/projects/words').expect(204);
  });

  it('sets a block aside that cannot be indexed, and goes on with those of others', async () => {
    await server.request.post('/v1/projects').send({ name: 'damaged' }).expect(200);
    await sendInputs([`Huascaran ${'of the Andes '.repeat(1_000)}`], 'damaged');
    await sendInputs(['Chimborazo'], 'neighbors');
    const invertByte = `UPDATE span_payloads SET bytes = set_byte(bytes, 60, 255 - get_byte(bytes, 60))
       WHERE id = (SELECT payload_id FROM spans WHERE span_id LIKE 'damaged-%')`;
    await server.sql(invertByte);
    const failed = `SELECT attempts, failure, retry_at > now() AS "isLater" FROM unindexed_spans`;
    await whenNone(server, 'SELECT FROM unindexed_spans WHERE retry_at IS NULL', 'index');
    expect(await server.sql(failed)).toEqual([
      { attempts: 1, failure: 'The payload of a span is damaged.', isLater: true },
    ]);
    expect(await countBlocks(hasText('chimborazo'))).toBe(1);
    const due = 'UPDATE unindexed_spans SET retry_at = now()';
    await server.sql(due);
    await whenNone(server, 'SELECT FROM unindexed_spans WHERE attempts = 1', 'index');
    expect(await server.sql(failed)).toMatchObject([{ attempts: 2, isLater: true }]);

    await server.sql(invertByte);
    await server.sql(due);
    await whenIndexed(server);
    expect(await countBlocks(hasText('huascaran'))).toBe(1);
    for (const project of ['damaged', 'neighbors']) {
      await server.request.delete(`/v1/projects/${project}`).expect(204);
    }
  });

  it('passes spans that are too large for it', async () => {
    const [span] = makeSpans(1);
    const blob = randomBytes(1.5 * 1024 * 1024).toString('base64');
    const large = {
      ...span!,
      id: 'large',
      trace: 'large',
      texts: [blob, 'Kilimanjaro', '', '', ''],
    };
    await sendSearched(server, 'searched', [large]);
    expect(await walk('kilimanjaro')).toEqual(['large']);
    await whenIndexed(server);
    expect(await walk('kilimanjaro')).toEqual(['large']);
    expect(await countBlocks(hasTerms(EVERYTHING))).toBe(1);
    await server.request.delete('/v1/spans/searched-large').expect(204);
    await whenIndexed(server);
  });

  it('forgets deleted spans, and tells how far it is behind', async () => {
    const [gone, ...rest] = SPANS.filter((span) => holds(span, ['zanzibar'])).map(
      (span) => span.id,
    );
    await server.request.delete(`/v1/spans/searched-${gone}`).expect(204);
    expect(await walk('zanzibar')).toEqual(rest);
    const { data } = await server.gql<{
      node: { spanIndexLag: { seconds: number; blocks: number } };
    }>(
      'query ($id: ID!) { node(id: $id) { ... on Project { spanIndexLag { seconds blocks } } } }',
      { id: globalId('Project', projectId) },
    );
    expect(data!.node.spanIndexLag.blocks).toBe(1);
    await whenIndexed(server);
    expect(await walk('zanzibar')).toEqual(rest);
    for (const span of rest) await server.request.delete(`/v1/spans/searched-${span}`).expect(204);
    await whenIndexed(server);
    expect(await countBlocks(`project_id = ${projectId} AND ${hasText('zanzibar')}`)).toBe(0);
  });
});
