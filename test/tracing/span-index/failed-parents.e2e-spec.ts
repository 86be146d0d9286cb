import { FAILED_PARENT } from '../../../src/tracing/span-index/terms.js';
import { hasTerms } from '../../support/indexed-blocks.js';
import { BLOCK_SPANS } from '../../../src/spans/span-blocks.js';
import { readRowCondition } from '../../../src/tracing/conditions/row-condition.js';
import { CandidatesService } from '../../../src/tracing/span-index/candidates.service.js';
import { SpanBlocksQueries } from '../../../src/tracing/span-index/span-blocks.queries.js';
import { whenIndexed } from '../../support/background-loops.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const CONDITION = readRowCondition(
  'trace',
  "any(s.parent_span.status_code == 'ERROR' for s in spans)",
)!;

interface Sent {
  id: string;
  parent?: string;
  hasFailed?: boolean;
}

describe('the traces that the index finds by failed parents', () => {
  let server: TestServer;
  let candidates: CandidatesService;

  beforeAll(async () => {
    server = await startTestServer();
    candidates = new CandidatesService(new SpanBlocksQueries(server.reader));
  });
  afterAll(() => server.stop());

  /** Stores spans of a trace in blocks of their own, and waits until they are indexed. */
  async function store(trace: string, spans: readonly Sent[]): Promise<void> {
    await server.sql(`SELECT setval('spans_id_seq', nextval('spans_id_seq') + ${BLOCK_SPANS})`);
    const data = spans.map(({ id, parent, hasFailed }) => ({
      name: 'step',
      context: { trace_id: trace, span_id: `${trace}-${id}` },
      parent_id: parent === undefined ? null : `${trace}-${parent}`,
      span_kind: 'CHAIN',
      start_time: '2026-03-01T00:00:00Z',
      end_time: '2026-03-01T00:00:01Z',
      status_code: hasFailed ? 'ERROR' : 'OK',
    }));
    await server.request.post(`/v1/projects/${trace}/spans`).send({ data }).expect(202);
    await whenIndexed(server);
  }

  async function find(trace: string): Promise<string[] | null> {
    const [project] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      trace,
    ]);
    return candidates.findTraceIds(project!.id, CONDITION, null);
  }

  /** Spans that succeeded, in many blocks. */
  function children(count: number): Sent[] {
    return Array.from({ length: count }, (_, at) => ({ id: `child ${at}`, parent: 'root' }));
  }

  it('include one whose parent was stored after its children', async () => {
    await store('late parent', children(1));
    expect(await find('late parent')).toEqual([]);
    await store('late parent', [{ id: 'root', hasFailed: true }]);
    expect(await find('late parent')).toEqual(['late parent']);
  });

  it('include one whose children were stored after their parent', async () => {
    await store('late child', [{ id: 'root', hasFailed: true }]);
    expect(await find('late child')).toEqual([]);
    await store('late child', children(1));
    expect(await find('late child')).toEqual(['late child']);
  });

  it('include a large one, in whatever order it was stored', async () => {
    await store('large', children(1_100));
    await store('large', [{ id: 'root', hasFailed: true }]);
    expect(await find('large')).toEqual(['large']);
    // Large only after its failure was stored without children.
    await store('grown', [{ id: 'leaf', parent: 'root', hasFailed: true }]);
    await store('grown', [{ id: 'root' }, ...children(1_100)]);
    await store('grown', [{ id: 'late', parent: 'leaf' }]);
    const [marked] = await server.sql<{ blocks: number }>(
      `SELECT count(*) AS blocks FROM span_blocks b JOIN projects p ON p.id = b.project_id
        WHERE p.name = 'grown' AND b.${hasTerms(FAILED_PARENT)}`,
    );
    expect(marked!.blocks).toBe(1);
    expect(await find('grown')).toEqual(['grown']);
  });

  it('leave out those in which only spans without children failed', async () => {
    await store('leaves', [{ id: 'root' }, { id: 'leaf', parent: 'root', hasFailed: true }]);
    // A span that names itself as its parent has none.
    await store('own parent', [{ id: 'root', parent: 'root', hasFailed: true }]);
    expect(await find('leaves')).toEqual([]);
    expect(await find('own parent')).toEqual([]);
  });
});
