import fc from 'fast-check';
import { BLOCK_SPANS } from '../../../src/spans/span-blocks.js';
import { DistributedWhere } from '../../../src/kernel/sql/distributed-where.js';
import {
  addRowCondition,
  readRowCondition,
} from '../../../src/tracing/conditions/row-condition.js';
import { CandidatesService } from '../../../src/tracing/span-index/candidates.service.js';
import { SpanBlocksQueries } from '../../../src/tracing/span-index/span-blocks.queries.js';
import {
  generatedSessionCondition,
  generatedTraceCondition,
} from '../conditions/generated-row-conditions.js';
import { sendSessions, SESSIONS, TRACES } from '../conditions/judged-sessions.js';
import { whenIndexed } from '../../support/background-loops.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const RUNS = { numRuns: 400 };

describe('the traces and sessions that the index finds for a condition', () => {
  let server: TestServer;
  let projectId: number;
  let candidates: CandidatesService;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await sendSessions(server, 'candidates');
    candidates = new CandidatesService(new SpanBlocksQueries(server.reader));
    await spread();
  });
  afterAll(() => server.stop());

  /** Gives every span a block of its own, so that no neighbor hides a fault. */
  async function spread(): Promise<void> {
    await whenIndexed(server);
    await server.sql(`UPDATE spans SET id = id * ${BLOCK_SPANS} WHERE project_id = $1`, [
      projectId,
    ]);
    await server.sql('DELETE FROM span_blocks WHERE project_id = $1', [projectId]);
    await markUnindexed('now()', 1);
    await whenIndexed(server);
  }

  /** Marks every block as changed, or every second one and so on. */
  async function markUnindexed(changedAt: string, every: number): Promise<void> {
    await server.sql(
      `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start, changed_at)
       SELECT project_id, ARRAY[id / ${BLOCK_SPANS}], start_time, start_time, ${changedAt}
         FROM spans WHERE project_id = $1 AND id / ${BLOCK_SPANS} % $2 = 0`,
      [projectId, every],
    );
  }

  /** Returns the IDs that were found, null for all, and those of them that are missing. */
  async function check(
    of: 'trace' | 'session',
    text: string,
    expected: readonly string[],
  ): Promise<{ count: number | null; missing: string[] }> {
    const condition = readRowCondition(of, text)!;
    const found = await (of === 'trace'
      ? candidates.findTraceIds(projectId, condition, null)
      : candidates.findSessionIds(projectId, condition, null));
    const missing = expected.filter((id) => found !== null && !found.includes(id));
    return { count: found && found.length, missing };
  }

  /** Selects the rows that meet a condition, without the index. */
  async function select(of: 'trace' | 'session', text: string, from: string | null) {
    const row = of === 'trace' ? 't' : 's';
    const where = new DistributedWhere(server.reader.distribution)
      .andEqual(`${row}.project_id`, projectId)
      .andBetween(`${row}.end_time`, from, null);
    addRowCondition(where, readRowCondition(of, text)!);
    const table = of === 'trace' ? 'traces' : 'project_sessions';
    const rows = await server.sql<{ id: string }>(
      `SELECT ${row}.${of}_id AS id FROM ${table} ${row} ${where.toString()}`,
      where.parameters,
    );
    return rows.map(({ id }) => id);
  }

  async function checkGenerated(): Promise<{ traces: number; sessions: number }> {
    const narrowed = { traces: 0, sessions: 0 };
    await fc.assert(
      fc.asyncProperty(generatedTraceCondition, async ({ text, holds }) => {
        const expected = TRACES.filter((trace) => holds(trace) === true).map(({ id }) => id);
        const { count, missing } = await check('trace', text, expected);
        expect([text, missing]).toEqual([text, []]);
        if (count !== null && count < TRACES.length) narrowed.traces += 1;
      }),
      RUNS,
    );
    await fc.assert(
      fc.asyncProperty(generatedSessionCondition, async ({ text, holds }) => {
        const expected = SESSIONS.filter((session) => holds(session) === true).map(({ id }) => id);
        const { count, missing } = await check('session', text, expected);
        expect([text, missing]).toEqual([text, []]);
        if (count !== null && count < SESSIONS.length) narrowed.sessions += 1;
      }),
      RUNS,
    );
    return narrowed;
  }

  it('contain all for which a generated condition is true', async () => {
    const { traces, sessions } = await checkGenerated();
    expect(traces + sessions).toBeGreaterThan(5);
  }, 60_000);

  it.each([
    ["any(s.name == 'nothing' for s in spans)", 0],
    ["'nowhere' in input", 0],
    ["'refund' in input and num_spans > 0", 12],
    ["metadata['env'] == 'test' or user.id == 'u-9'", 0],
    ["any(s.latency_ms > 100000 and s.name == 'search' for s in spans)", 0],
    ["len([s for s in spans if s.name == 'nothing']) >= 1", 0],
    ["any(any(c.name == 'nothing' for c in s.children) for s in spans)", 0],
  ])('are few: %s', async (text, most) => {
    expect((await check('trace', text, [])).count).toBeLessThanOrEqual(most);
    const ofSession = text.replace('in input', 'in any_input').replace('num_spans', 'num_traces');
    if (ofSession.includes('children')) return;
    expect((await check('session', ofSession, [])).count).toBeLessThanOrEqual(most);
  });

  it.each([
    "not any(s.name == 'nothing' for s in spans)",
    "all(s.name == 'nothing' for s in spans)",
    "'nowhere' not in input",
    "any(s.name == 'nothing' for s in spans) or num_spans > 3",
    "len([s for s in spans if s.name == 'nothing']) >= 0",
    "any(a.name == 'nothing' for a in span_annotations)",
    'latency_ms > 1000000',
  ])('may be any: %s', async (text) => {
    expect((await check('trace', text, [])).count).toBeNull();
  });

  it.each([
    ["any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)", 'exact'],
    ["any(s.parent_span.status_code == 'ERROR' and s.span_kind == 'LLM' for s in spans)", 'more'],
    [
      "any(s.latency_ms > 100 for s in spans if 'ERROR' == s.parent_span.status_code and s.parent_span.name != s.name)",
      'more',
    ],
    [
      "any(s.status_code in ['error'] and not (s.name == 'plan' or s.parent_id is None) for s in spans)",
      'exact',
    ],
    [
      "any(any(c.status_code == 'ERROR' and c.name == s.name for c in s.children) for s in spans)",
      'more',
    ],
    ["any(s.status_code == 'ERROR' and s.cumulative_error_count > 1 for s in spans)", 'more'],
    ["any(s.status_code == 'ERROR' and s.parent_span is None for s in spans)", 'more'],
    ["any(s.status_code == 'ERROR' and len([c for c in s.children]) >= 1 for s in spans)", 'more'],
    ["len([s for s in spans if s.status_code == 'ERROR' and s.span_kind == 'TOOL']) > 1", 'more'],
    [
      "any(s.status_code == 'ERROR' and s.name == 'plan' for s in spans) or any(s.parent_span.status_code == 'ERROR' for s in spans)",
      'exact',
    ],
    ["not all(s.name == 'plan' for s in spans if s.status_code == 'ERROR')", 'more'],
  ])('are those with failed spans: %s', async (text, found) => {
    const expected = await select('trace', text, null);
    const { count, missing } = await check('trace', text, expected);
    expect(missing).toEqual([]);
    expect(count).not.toBeNull();
    expect(expected.length).toBeGreaterThan(0);
    if (found === 'exact') expect(count).toBe(expected.length);
  });

  it.each([
    "any(s.status_code == 'OK' for s in spans)",
    "any(s.status_code == 'ERROR' or s.latency_ms > 0 for s in spans)",
    "not any(s.status_code == 'ERROR' for s in spans)",
    "all(s.status_code == 'ERROR' for s in spans)",
    "any(s.status_code == 'ERROR' for s in spans) or num_spans > 3",
    'any(s.cumulative_error_count > 0 for s in spans)',
  ])('may have no failed span: %s', async (text) => {
    expect((await check('trace', text, [])).count).toBeNull();
  });

  it.each([
    "any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)",
    "any(any(s.status_code == 'ERROR' for s in t.spans) for t in traces if t.latency_ms > 1000)",
    "any(s.name == 'plan' for s in spans)",
  ])('are the sessions that overlap a range, whenever their spans began: %s', async (text) => {
    const condition = readRowCondition('session', text)!;
    for (const { traces } of SESSIONS) {
      for (const { start } of traces) {
        const from = new Date(start + 1).toISOString();
        const found = (await candidates.findSessionIds(projectId, condition, from)) ?? [];
        const expected = await select('session', text, from);
        expect(expected.filter((id) => !found.includes(id))).toEqual([]);
      }
    }
  });

  it('contain all while the index is behind', async () => {
    await markUnindexed("now() + interval '1 hour'", 2);
    // What the index says of a changed block is not used.
    await server.sql(
      `UPDATE span_blocks SET codes = '{}', max_latency_ms = 0, max_tokens = 0
        WHERE project_id = $1 AND block % 2 = 0`,
      [projectId],
    );
    await checkGenerated();
    const { count } = await check('trace', "any(s.name == 'nothing' for s in spans)", []);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(TRACES.length);
    await server.sql('DELETE FROM unindexed_spans WHERE project_id = $1', [projectId]);
  }, 60_000);
});
