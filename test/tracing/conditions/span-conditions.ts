import fc from 'fast-check';
import type { Cases } from '../../support/generated-cases.js';
import { DistributedWhere } from '../../../src/kernel/sql/distributed-where.js';
import {
  addSpanCondition,
  readSpanCondition,
} from '../../../src/tracing/conditions/span-condition.js';
import { ALL, ANNOTATIONS, EXAMPLES, sendSpans, without } from './condition-examples.js';
import { LONG, SPANS, toSent } from './condition-spans.js';
import { generatedCondition, type LabeledRow } from './generated-conditions.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** Tests conditions on spans, also generated ones. */
export function describeSpanConditions(cases: Cases): void {
  describe('a condition on spans', () => {
    let server: TestServer;
    let projectId: number;

    beforeAll(async () => {
      server = await startTestServer();
      projectId = await sendSpans(server, 'conditions');
    });
    afterAll(() => server.stop());

    async function select(text: string): Promise<string[]> {
      const where = new DistributedWhere(server.reader.distribution).andEqual(
        's.project_id',
        projectId,
      );
      const joins = addSpanCondition(where, readSpanCondition(text.replace('LONG', `'${LONG}'`)));
      const rows = await server.sql<{ name: string }>(
        `SELECT s.name FROM spans s ${joins} ${where.toString()} ORDER BY s.name COLLATE "C"`,
        where.parameters,
      );
      return rows.map(({ name }) => name);
    }

    /** The examples of the language, in the order of its reference. */
    it.each(EXAMPLES)('%s', async (condition, names) => {
      expect(await select(condition)).toEqual(names);
    });

    it.each<[string, string[]]>([
      // Typos are attributes that no span has.
      ["latency > 5 or status == 'OK' or Name == 'ping'", []],
      // A key with a dot is not a path.
      ["attributes['a.b'] == 'nested'", []],
      ["a.b == 'nested' and attributes[['a', 'b']] == attributes.a.b", ['orphan']],
      ["metadata.env == 'prod' and metadata['env'] != 'dev'", ['Checkout flow']],
      // Parts of an object are stored in two places.
      ['metadata is not None', ['Checkout flow', 'complete', 'tool call']],
      ["metadata['a'] is not None and metadata['a']['c'] is None", ['Checkout flow']],
      // The preview of a model's call comes from its messages.
      ['input.value is None', without('Checkout flow', 'orphan')],
      ['input.value is not None', ['Checkout flow', 'orphan']],
      ["'yacht' in metadata and 'ACME' in metadata", ['Checkout flow']],
      ["metadata['tags'][1] == 'Yacht' and metadata['tags'][-1] == 'Yacht'", ['Checkout flow']],
      ["attributes['llm']['input_messages'][0]['message']['role'] == 'user'", ['complete']],
      // Long strings are compared completely.
      ['output.value == LONG', ['summarize']],
      ['output.value != LONG', ['Checkout flow', 'complete']],
      ['not output.value in [LONG]', ['Checkout flow', 'complete']],
      ["output.value != 'The order'", ['Checkout flow', 'summarize']],
      ["output.value not in ['The order']", ['Checkout flow', 'summarize']],
      ["not (output.value == 'The order')", ['Checkout flow', 'summarize']],
      [`output.value > 'a'`, ['summarize']],
      // Missing and unreadable values match nothing.
      ['score > 0 or not score > 0', ['summarize']],
      ["attributes['retry'] is True", ['ping', 'tool call']],
      ["attributes['retry'] is not True", without('ping', 'tool call')],
      ["not attributes['retry'] == True", ['orphan']],
      ['latency_ms / zero > 0 or not latency_ms / zero > 0', []],
      // Every double is a number.
      ['huge > 1e200 and tiny < 1e-200 and huge * tiny > 0.5', ['orphan']],
      ['latency_ms % one == 0 and one / 0 is None', ['orphan']],
      ['build + 1 == 43', ['complete', 'summarize']],
      ["name + '!' == 'ping!'", ['ping']],
      ["'something' in span_kind", []],
      ["span_kind == 'unknown'", ['ping']],
      ["'ll' in span_kind", ['complete', 'summarize']],
      // Only LLM spans have tokens of their own.
      ['llm.token_count.prompt > 0', ['complete', 'summarize']],
      ['llm.token_count.prompt is None', without('complete', 'summarize')],
      [
        'cumulative_llm_token_count_total == 1500 and cumulative_llm_token_count_prompt == 900',
        ['summarize'],
      ],
      ['cumulative_token_count.completion == 0', ['health', 'orphan', 'ping', 'tool call']],
      [
        'cumulative_token_count.total > 20_000 and annotations["helpful"].score > 0',
        ['Checkout flow'],
      ],
      // One row must satisfy all parts that name it.
      [
        "annotations['helpful'].score > 0.8 and annotations['helpful'].label == 'yes'",
        ['Checkout flow'],
      ],
      ["annotations['helpful'].label != 'yes'", ['complete']],
      ["not (annotations['helpful'].label == 'yes')", ['complete']],
      ["annotations['helpful'].label is None", without('Checkout flow', 'complete')],
      ["not trace_annotations['resolved']", without('orphan', 'ping')],
      ["annotations['resolved']", []],
      ['annotations["\'; DROP TABLE spans; --"].score == 1', []],
      ['', ALL],
      ["name == 'ping' and True or False", ['ping']],
    ])('%s', async (condition, names) => {
      expect(await select(condition)).toEqual(names);
    });

    it('selects the same spans as a plain evaluation of generated conditions', async () => {
      const rowsOf = (span: string, name: string) =>
        ANNOTATIONS.filter((row) => row[0] === span && row[1] === name).map(
          ([, , , label, score]) => ({ name, label, score }),
        );
      // A condition holds for a span if it holds for one row of each annotation.
      const judged = SPANS.flatMap((span) =>
        orNone(rowsOf(span.name, 'helpful')).flatMap((helpful) =>
          orNone(rowsOf(span.name, 'a')).map((a) => ({ span, annotations: { helpful, a } })),
        ),
      );
      await fc.assert(
        fc.asyncProperty(generatedCondition, async ({ text, holds }) => {
          const expected = judged
            .filter((span) => holds(span) === true)
            .map(({ span }) => span.name);
          expect([text, await select(text)]).toEqual([text, [...new Set(expected)].toSorted()]);
        }),
        cases,
      );
    }, 60_000);

    it('reads numbers, and strings that are numbers within the range of a double', async () => {
      const digits = (length: number) =>
        fc.string({ unit: fc.constantFrom('0', '7'), minLength: length, maxLength: length });
      const length = fc.oneof(fc.constantFrom(0, 1, 17, 18, 255, 309, 310, 345, 346), fc.nat(40));
      const part = length.chain(digits);
      const text = fc
        .tuple(fc.constantFrom('', '-', '+', ' '), part, fc.constantFrom('', '.', 'e', '.5e'), part)
        .map((parts) => parts.join(''));
      const exponent = fc
        .tuple(part, fc.constantFrom('e', 'E', 'e-', '.1e+'), fc.integer({ min: 0, max: 310 }))
        .map((parts) => parts.join(''));
      const strings = fc.oneof(
        text,
        exponent,
        fc.constantFrom('7\n', '', 'NaN', 'Infinity', '٣', '0x1', '1_0', 'true'),
      );
      const number = fc
        .oneof(text, exponent)
        .filter((json) => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/.test(json));
      const json = fc.oneof(
        strings.map((string) => JSON.stringify(string)),
        number,
        fc.constantFrom('true', 'null', '[7]', '{"a": 7}'),
      );
      const condition = readSpanCondition("attributes['n'] + 0 == attributes['n'] + 0")!;
      const where = new DistributedWhere(server.reader.distribution);
      addSpanCondition(where, condition);
      await fc.assert(
        fc.asyncProperty(fc.array(json, { minLength: 50, maxLength: 50 }), async (values) => {
          const parameters = [...where.parameters];
          const given = `$${parameters.push(values)}`;
          const rows = await server.sql<{ text: string | null; isRead: boolean }>(
            `SELECT s.attributes ->> 'n' AS text, coalesce(${where.toString().replace('WHERE', '')}, false) AS "isRead"
               FROM (SELECT '' AS trace_id, jsonb_build_object('n', value::jsonb) AS attributes,
                            NULL::json AS payload, NULL::bigint AS payload_id,
                            NULL::int AS payload_start, NULL::int AS payload_length
                       FROM unnest(${given}::text[]) AS value) s`,
            parameters,
          );
          const expected = rows.map((row) => row.text !== null && NUMBER.test(row.text));
          expect(rows.map(({ isRead }) => isRead)).toEqual(expected);
        }),
        { numRuns: 15 },
      );
    });

    it('finds values beyond the hot entries of a span with very many attributes', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`k${index}`, index]),
      );
      await server.request
        .post('/v1/projects/conditions/spans')
        .send({
          data: [
            toSent({ name: 'many', id: 'many', trace: 'many', attributes: { ...many, last: 'x' } }),
          ],
        })
        .expect(202);
      try {
        expect(await select("last == 'x' and k299 == 299 and k1 == 1")).toEqual(['many']);
        expect(await select("k299 > 298.5 and 'x' in last and last != 'y'")).toEqual(['many']);
      } finally {
        await server.sql("DELETE FROM traces WHERE trace_id = 'many'");
        await server.sql("DELETE FROM spans WHERE trace_id = 'many'");
      }
    });

    it('adds up a subtree with a cycle of parents once', async () => {
      const tokens = { 'llm.token_count.prompt': 1, 'llm.token_count.completion': 2 };
      const loop = [
        { name: 'loop a', id: 'la', trace: 'loop', parent: 'lb', kind: 'LLM', attributes: tokens },
        { name: 'loop b', id: 'lb', trace: 'loop', parent: 'la', kind: 'LLM', attributes: tokens },
        {
          name: 'own parent',
          id: 'lc',
          trace: 'loop',
          parent: 'lc',
          kind: 'LLM',
          attributes: tokens,
        },
      ];
      await server.request
        .post('/v1/projects/conditions/spans')
        .send({ data: loop.map(toSent) })
        .expect(202);
      const inLoop = "trace_id == 'loop' and cumulative_token_count.total ==";
      try {
        expect(await select(`${inLoop} 6`)).toEqual(['loop a', 'loop b']);
        expect(await select(`${inLoop} 3 and parent_span is None`)).toEqual(['own parent']);
      } finally {
        await server.sql("DELETE FROM traces WHERE trace_id = 'loop'");
        await server.sql("DELETE FROM spans WHERE trace_id = 'loop'");
      }
    });
  });
}

/** A number within the range of a double, as the text of a value in PostgreSQL. */
const NUMBER =
  /^[+-]?(\d{1,309}(\.\d{0,345})?|\d{1,17}(\.\d{0,17})?[eE][+-]?(\d{1,2}|[12]\d\d|30[0-8]))$(?!\n)/;

function orNone(rows: LabeledRow[]): (LabeledRow | null)[] {
  return rows.length === 0 ? [null] : rows;
}
