import fc from 'fast-check';
import { aDocumentAnnotation } from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const day = (date: number) => `2026-01-0${date}T00:00:00+00:00`;

const METRICS = `evaluationName ndcg at2: ndcg(k: 2) precision p2: precision(k: 2) reciprocalRank hit`;
const SUMMARY = `evaluationName averageNdcg at2: averageNdcg(k: 2) averagePrecision
  p2: averagePrecision(k: 2) meanReciprocalRank hitRate
  countNdcg countPrecision countReciprocalRank countHit`;

interface Metrics {
  evaluationName: string;
  ndcg: number | null;
  at2: number | null;
  precision: number | null;
  p2: number | null;
  reciprocalRank: number | null;
  hit: number | null;
}

describe('metrics of retrievals', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    projectId = (await aProject(server, { name: 'app' })).id;
  });
  afterAll(() => server.stop());

  const aRetriever = (given: Partial<SpanRow> = {}) =>
    aSpan(server, { project_id: projectId, kind: 'RETRIEVER', ...given });

  async function judge(span: SpanRow, scores: (number | null)[], name = 'relevance') {
    for (const [document_position, score] of scores.entries()) {
      await aDocumentAnnotation(server, span, { document_position, score, name });
    }
  }

  async function read<T = Record<string, unknown>>(fields: string, name = 'app'): Promise<T> {
    const { data, errors } = await server.gql<{ project: T }>(
      `query ($name: String!) { project: getProjectByName(name: $name) { ${fields} } }`,
      { name },
    );
    expect(errors).toBeUndefined();
    return data!.project;
  }

  async function readSpans(fields: string): Promise<{ metrics: Metrics[] }[]> {
    const { spans } = await read<{ spans: { edges: { node: { metrics: Metrics[] } }[] } }>(
      `spans(first: 100) { edges { node { metrics: ${fields} } } }`,
    );
    return spans.edges.map(({ node }) => node);
  }

  it('describe each evaluation of a span', async () => {
    const span = await aRetriever();
    await judge(span, [0, 1, 1], 'relevance');
    await judge(span, [null, null], 'empty');
    const dcg = 1 / Math.log2(3) + 1 / Math.log2(4);
    const relevance = {
      evaluationName: 'relevance',
      ndcg: expect.closeTo(dcg / (1 + 1 / Math.log2(3)), 9),
      at2: expect.closeTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 9),
      precision: expect.closeTo(2 / 3, 9),
      p2: 0.5,
      reciprocalRank: 0.5,
      hit: 1,
    };
    const empty = {
      evaluationName: 'empty',
      ndcg: null,
      at2: null,
      precision: null,
      p2: null,
      reciprocalRank: null,
      hit: null,
    };
    expect(await readSpans(`documentRetrievalMetrics { ${METRICS} }`)).toEqual([
      { metrics: [empty, relevance] },
    ]);
    expect(
      await readSpans(`documentRetrievalMetrics(evaluationName: "relevance") { ${METRICS} }`),
    ).toEqual([{ metrics: [relevance] }]);
    expect(
      await readSpans(String.raw`documentRetrievalMetrics(evaluationName: "\u0000") { hit }`),
    ).toEqual([{ metrics: [] }]);
  });

  it('averages the metrics of its spans for a project', async () => {
    const judgment = fc.record({
      span: fc.nat(3),
      name: fc.constantFrom('relevance', 'note'),
      document_position: fc.nat(5),
      identifier: fc.constantFrom('', '', 'second'),
      score: fc.oneof(
        fc.constantFrom(null, 0, 1, 1, 5e-324, 1.7e308, -1.7e308),
        fc.double({ min: -1, max: 3, noNaN: true }),
      ),
    });
    type Judgment = typeof judgment extends fc.Arbitrary<infer T> ? T : never;
    const key = ({ score: _score, ...given }: Judgment) => JSON.stringify(given);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(judgment, { selector: key, maxLength: 30 }), async (rows) => {
        await emptyDatabase(server);
        projectId = (await aProject(server, { name: 'app' })).id;
        const spans = await Promise.all(Array.from({ length: 4 }, () => aRetriever()));
        for (const { span, ...given } of rows) {
          await aDocumentAnnotation(server, spans[span]!, given);
        }
        const metrics = (await readSpans(`documentRetrievalMetrics { ${METRICS} }`))
          .flatMap((span) => span.metrics)
          .filter(({ ndcg }) => ndcg !== null);
        const byName = Map.groupBy(metrics, ({ evaluationName }) => evaluationName);
        const expected = [...byName]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([evaluationName, group]) => {
            const mean = (valueOf: (own: Metrics) => number | null) =>
              expect.closeTo(group.reduce((sum, own) => sum + valueOf(own)!, 0) / group.length, 6);
            const count = group.length;
            return {
              evaluationName,
              averageNdcg: mean(({ ndcg }) => ndcg),
              at2: mean(({ at2 }) => at2),
              averagePrecision: mean(({ precision }) => precision),
              p2: mean(({ p2 }) => p2),
              meanReciprocalRank: mean(({ reciprocalRank }) => reciprocalRank),
              hitRate: mean(({ hit }) => hit),
              countNdcg: count,
              countPrecision: count,
              countReciprocalRank: count,
              countHit: count,
            };
          });
        const found = await read(
          `documentEvaluationNames all: documentEvaluationSummaries { ${SUMMARY} }
           note: documentEvaluationSummary(evaluationName: "note") { ${SUMMARY} }`,
        );
        expect(found['documentEvaluationNames']).toEqual(
          [...new Set(rows.map(({ name }) => name))].toSorted(),
        );
        expect(found['all']).toEqual(expected);
        expect(found['note']).toEqual(
          expected.find(({ evaluationName }) => evaluationName === 'note') ?? null,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('limits the metrics of a project to a range and to some spans', async () => {
    for (const [date, scores] of [
      [1, [1]],
      [2, [0, 1]],
      [3, [0]],
    ] as const) {
      await judge(await aRetriever({ start_time: day(date), name: `day ${date}` }), [...scores]);
    }
    const ranks = async (args: string) => {
      const found = await read<Record<string, { meanReciprocalRank: number }[]>>(
        `all: documentEvaluationSummaries(${args}) { meanReciprocalRank }`,
      );
      return found['all']!.map(({ meanReciprocalRank }) => meanReciprocalRank);
    };
    const range = `timeRange: { start: "${day(2)}", end: "${day(3)}" }`;
    expect(await ranks(range)).toEqual([0.5]);
    expect(await ranks(`timeRange: { start: "${day(2)}" }`)).toEqual([0.25]);
    expect(await ranks(`timeRange: { start: "${day(4)}" }`)).toEqual([]);
    expect(await ranks(`filterCondition: "name == 'day 1'"`)).toEqual([1]);
    expect(await ranks(`${range}, filterCondition: "name == 'day 1'"`)).toEqual([]);
    const { errors } = await server.gql(
      '{ getProjectByName(name: "app") { documentEvaluationSummaries(filterCondition: "(") { hitRate } } }',
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });

  it('leave out other projects, and are empty in an empty one', async () => {
    await judge(await aRetriever({ project_id: (await aProject(server)).id }), [1]);
    const fields = `documentEvaluationNames documentEvaluationSummaries { hitRate }
      documentEvaluationSummary(evaluationName: "relevance") { hitRate }`;
    const nothing = {
      documentEvaluationNames: [],
      documentEvaluationSummaries: [],
      documentEvaluationSummary: null,
    };
    expect(await read(fields)).toEqual(nothing);
    expect(await read(fields, 'default')).toEqual(nothing);
  });

  it('name the evaluations of one span', async () => {
    const [one, other] = [await aRetriever(), await aRetriever()];
    await judge(one, [1], 'b');
    await judge(one, [1], 'a');
    await judge(other, [1], 'c');
    const names = (id: string) =>
      server.gql<{ project: { documentEvaluationNames: string[] } }>(
        `query ($id: ID) { project: getProjectByName(name: "app") { documentEvaluationNames(spanId: $id) } }`,
        { id },
      );
    const foreign = await aSpan(server);
    await judge(foreign, [1]);
    const found = async (id: number) =>
      (await names(globalId('Span', id))).data?.project.documentEvaluationNames;
    expect(await found(one.id)).toEqual(['a', 'b']);
    expect(await found(foreign.id)).toEqual([]);
    expect(await found(2 ** 40)).toEqual([]);
    for (const id of ['x', '', globalId('Trace', one.id)]) {
      expect((await names(id)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it.each(['0', '-1', '1.5', '2147483648', '"1"'])('refuse k: %s', async (k) => {
    await judge(await aRetriever(), [1]);
    const { errors } = await server.gql(
      `{ getProjectByName(name: "app") {
           spans(first: 1) { edges { node { documentRetrievalMetrics { ndcg(k: ${k}) } } } } } }`,
    );
    expect(errors?.length).toBeGreaterThan(0);
    const ofProject = await server.gql(
      `{ getProjectByName(name: "app") { documentEvaluationSummaries { averageNdcg(k: ${k}) } } }`,
    );
    expect(ofProject.errors?.length).toBeGreaterThan(0);
  });

  it('accept the largest k', async () => {
    await judge(await aRetriever(), [1]);
    const found = await read(
      'documentEvaluationSummaries { averageNdcg(k: 2147483647) averagePrecision(k: 2147483647) }',
    );
    expect(found['documentEvaluationSummaries']).toEqual([
      { averageNdcg: 1, averagePrecision: expect.closeTo(1 / 2147483647, 15) },
    ]);
  });

  it('need no more queries for many spans and names than for one', async () => {
    const count = async () => {
      const fields = `documentEvaluationNames documentEvaluationSummaries { ${SUMMARY} }
        spans(first: 100) { edges { node { documentRetrievalMetrics { ${METRICS} } } } }`;
      return (await server.countQueries(() => read(fields))).statements.length;
    };
    await judge(await aRetriever(), [1, 0]);
    const one = await count();
    for (let more = 0; more < 9; more++) await judge(await aRetriever(), [1], `name ${more}`);
    expect(await count()).toBe(one);
  });
});
