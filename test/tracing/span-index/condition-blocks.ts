import fc from 'fast-check';
import type { Cases } from '../../support/generated-cases.js';
import { BLOCK_SPANS } from '../../../src/spans/span-blocks.js';
import { DistributedWhere } from '../../../src/kernel/sql/distributed-where.js';
import {
  addSpanCondition,
  readSpanCondition,
} from '../../../src/tracing/conditions/span-condition.js';
import { toBlockTest } from '../../../src/tracing/span-index/condition-blocks.js';
import { WRITTEN_TERMS } from '../../../src/tracing/span-index/outdated-blocks.queries.js';
import { IndexedBlock } from '../../../src/tracing/span-index/index-blocks.js';
import type { SpanContents } from '../../../src/tracing/span-index/span-texts.js';
import { EXAMPLES, sendSpans } from '../conditions/condition-examples.js';
import { payloadOf } from '../../../src/spans/span-payload.js';
import { LONG, toSent } from '../conditions/condition-spans.js';
import { generatedCondition } from '../conditions/generated-conditions.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** Tests which blocks conditions imply, also for generated conditions. */
export function describeConditionBlocks(cases: Cases): void {
  describe('the blocks that a condition implies', () => {
    let server: TestServer;
    let projectId: number;

    beforeAll(async () => {
      server = await startTestServer();
      projectId = await sendSpans(server, 'conditions');
      await server.request
        .post('/v1/projects/conditions/spans')
        .send({ data: EXTREMES.map(toSent) })
        .expect(202);
      await indexEachSpan();
    });
    afterAll(() => server.stop());

    /** Gives every span a block of its own, with a negative number, so that nothing hides a fault. */
    async function indexEachSpan(): Promise<void> {
      const spans = await server.sql<SpanContents & { id: number }>(
        `SELECT id, name, status_message AS "statusMessage", attributes::text AS attributes,
                ${payloadOf('spans')}::text AS payload, events::text AS events FROM spans
          WHERE project_id = $1`,
        [projectId],
      );
      for (const span of spans) {
        await server.sql(
          `INSERT INTO span_blocks (project_id, block, min_start, max_start, max_latency_ms, max_tokens, terms, codes)
           SELECT project_id, -id, start_time, start_time,
                  extract(epoch FROM end_time - start_time) * 1000,
                  greatest(prompt_tokens, completion_tokens,
                           coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0)),
                  ${WRITTEN_TERMS}, $2 FROM spans WHERE id = $1`,
          [span.id, termsOf(span)],
        );
      }
    }

    /** Counts the spans that a condition selects, and those that its test of blocks keeps. */
    async function check(text: string): Promise<{ kept: number; wrong: string[] } | null> {
      const read = readSpanCondition(text.replace('LONG', `'${LONG}'`));
      const test = read && toBlockTest(read.condition);
      if (!test) return null;
      const where = new DistributedWhere(server.reader.distribution).andEqual(
        's.project_id',
        projectId,
      );
      const joins = addSpanCondition(where, read);
      const project = where.bind(projectId);
      const spans = { projectId: project, mayBegin: () => 'true' };
      const isKept = test((value) => where.bind(value), spans).replaceAll(
        `a.target_id / ${BLOCK_SPANS}`,
        '-a.target_id',
      );
      const [row] = await server.sql<{ kept: number; wrong: string[] }>(
        `WITH kept AS (
           SELECT -b.block AS id FROM span_blocks b
            WHERE b.project_id = ${project} AND b.block < 0 AND ${isKept})
         SELECT (SELECT count(*) FROM kept) AS kept,
                array(SELECT s.name FROM spans s ${joins} ${where.toString()}
                         AND s.id NOT IN (SELECT id FROM kept)) AS wrong`,
        where.parameters,
      );
      return row!;
    }

    it.each([
      ...EXAMPLES.map(([condition]) => condition),
      "metadata['tags'][1] == 'Yacht'",
      "'yacht' in metadata and 'ACME' in metadata",
      'output.value == LONG',
      'not output.value in [LONG]',
      "attributes['retry'] is True",
      "attributes['retry'] == True or build == 42",
      "'3.50' in price or '1e3' in scale or price == 3.5",
      "'prefix' in blob",
      `'${'z'.repeat(20)}end' in blob`,
      "'straße' in city or city == 'Straße'",
      "'東京' in city",
      "'京' in city and 'istanbul' in other",
      "last == 'x' and k299 == 299 and k1 == 1",
      "k299 == '299' or '99' in k299",
      "'ame' in name and name == 'extreme: names'",
      'llm.token_count.prompt > 0 and latency_ms >= 1',
      '1 < latency_ms and 5 == build',
    ])('contain every span for which it is true: %s', async (condition) => {
      expect((await check(condition))?.wrong ?? []).toEqual([]);
    });

    it('contain every span for which a generated condition is true', async () => {
      let narrowed = 0;
      await fc.assert(
        fc.asyncProperty(generatedCondition, async ({ text }) => {
          const found = await check(text);
          expect([text, found?.wrong ?? []]).toEqual([text, []]);
          if (found && found.kept < 5) narrowed += 1;
        }),
        cases,
      );
      expect(narrowed).toBeGreaterThan(cases.numRuns / 30);
    }, 60_000);

    it.each([
      ["metadata.env == 'prod'", 1],
      // The blocks with a word or a number that is indexed only in part are among them.
      ["'refund' in input.value", 3],
      ["build == 42 and name == 'nothing'", 0],
      ["service.zone == 'nowhere'", 0],
      ['latency_ms > 1_000_000', 0],
      ["'qqqq' in output.value", 2],
      ["annotations['helpful']", 2],
      ["annotations['helpful'].label == 'yes'", 1],
      ["annotations['helpful'].score > 0.8 and name == 'ping'", 0],
      ["0.8 < annotations['a'].score or annotations['nothing'].explanation is not None", 1],
    ])('are few: %s', async (condition, most) => {
      expect((await check(condition))!.kept).toBeLessThanOrEqual(most);
    });

    it.each([
      "name != 'x'",
      "not (build == 42 and name == 'x')",
      'build == 42 or input.value is None',
      "build != 42 or 'x' not in input.value",
      "attributes['a.b'] == 'x' and metadata['tags'][0] == 'x'",
      "not annotations['helpful']",
      "annotations['helpful'].score is None",
      "trace_annotations['resolved'].label == 'no'",
      "'ab' in input.value",
      'latency_ms < 5',
      '',
    ])('may be any: %s', async (condition) => {
      expect(await check(condition)).toBeNull();
    });
  });
}

const MANY = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index]));

/** Values with several texts, very long words and other scripts. */
const EXTREMES = [
  { name: 'extreme: numbers', id: 'e1', trace: 'e1', attributes: { price: 3.5, scale: 1000 } },
  {
    name: 'extreme: names',
    id: 'e2',
    trace: 'e2',
    attributes: { city: 'Straße in 東京', other: 'İstanbul' },
  },
  {
    name: 'extreme: a long word',
    id: 'e3',
    trace: 'e3',
    attributes: { blob: `prefix${'z'.repeat(3000)}end` },
  },
  { name: 'extreme: many', id: 'e4', trace: 'e4', attributes: { ...MANY, last: 'x' } },
];

function termsOf(span: SpanContents): number[] {
  const block = new IndexedBlock();
  block.add([span]);
  return [...block.list(false)];
}
