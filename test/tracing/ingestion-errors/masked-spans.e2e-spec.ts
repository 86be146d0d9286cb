import { anOtlpSpan, newTraceId } from '../../ingest/otlp.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { acceptAll, refuseName, sendRefused } from './refused-spans.js';

const PATCH = `mutation ($input: PatchProjectMaskingInput!) {
  patchProjectMasking(input: $input) { query { __typename } }
}`;

/** A pattern that would find what it has replaced once more. */
const NAMES = { keys: [], kinds: [], patterns: [{ name: 'name', pattern: 'name|ada' }] };
const STRICTER = { ...NAMES, kinds: ['EMAIL'] };
const TEXT = 'ada wrote to bob@example.com';

describe('the masks of a project', () => {
  let server: TestServer;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer({}, { isShared: false });
    const { body } = await server.request.post('/v1/projects').send({ name: 'masked' }).expect(200);
    projectId = (body as { data: { id: string } }).data.id;
  });
  beforeEach(() => mask(NAMES));
  afterEach(() => acceptAll(server));
  afterAll(() => server.stop());

  const mask = async (rules: object): Promise<void> => {
    const { errors } = await server.gql(PATCH, { input: { projectId, rules } });
    expect(errors).toBeUndefined();
  };
  const contents = async (): Promise<string[]> => {
    const { data } = await server.gql<{
      node: { ingestionErrors: { edges: { node: { id: string; content: string } }[] } };
    }>(
      `{ node(id: "${projectId}") { ... on Project {
           ingestionErrors(first: 10) { edges { node { content } } } } } }`,
    );
    return data!.node.ingestionErrors.edges.map(({ node }) => node.content);
  };
  const resend = () => server.request.post('/v1/projects/masked/ingestion_errors/resend').send({});
  const refuse = async (): Promise<string> => {
    const span = anOtlpSpan({ name: 'refused', attributes: { 'input.value': TEXT } });
    await refuseName(server, 'refused');
    await sendRefused(server, 'masked', [span]);
    await acceptAll(server);
    return span.traceId;
  };
  const inputOf = async (traceId: string) => {
    const rows = await server.sql<{ input_preview: string }>(
      'SELECT input_preview FROM spans WHERE trace_id = $1',
      [traceId],
    );
    return rows.map(({ input_preview: preview }) => preview);
  };

  it('apply to what is kept of a span, and only once to a span that is sent again', async () => {
    const traceId = await refuse();
    expect(await contents()).toEqual([expect.stringContaining('[name] wrote to bob@example.com')]);
    await resend().expect(200);
    expect(await inputOf(traceId)).toEqual(['[name] wrote to bob@example.com']);
  });

  it('masks a span that was refused before the masks changed, too', async () => {
    const traceId = await refuse();
    await mask(STRICTER);
    await resend().expect(200);
    expect(await inputOf(traceId)).toEqual(['[[name]] wrote to [email]']);
  });

  it('apply to a span that was refused while there were none', async () => {
    await mask({ keys: [], kinds: [], patterns: [] });
    const traceId = await refuse();
    await mask(STRICTER);
    await resend().expect(200);
    expect(await inputOf(traceId)).toEqual(['[name] wrote to [email]']);
  });

  it('apply to a span that was refused before it became a row', async () => {
    const traceId = newTraceId();
    await sendRefused(server, 'masked', [
      { traceId, spanId: '', name: 'ada', attributes: { 'input.value': TEXT } },
    ]);
    const [content] = await contents();
    expect(content).toContain('"name":"[name]"');
    expect(content).toContain('[name] wrote');
  });
});
