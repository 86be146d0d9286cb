import fc from 'fast-check';
import { aTargetToAnnotate } from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  type ExpectedSummary,
  expectedSummaries,
  type GivenAnnotation,
  withSortedLabels,
} from './expected-summaries.js';

const SUMMARY =
  'name count labels labelFractions { label fraction } meanScore scoreCount labelCount';
const KINDS = ['span', 'trace', 'session'] as const;

const day = (date: number) => `2026-01-0${date}T00:00:00+00:00`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(KINDS)('summaries of %s annotations in a project', (kind) => {
  let projectId: number;

  beforeEach(async () => {
    await emptyDatabase(server);
    projectId = (await aProject(server, { name: 'app' })).id;
  });

  /** Stores a target that lasts a second, and returns a function that annotates it. */
  async function aTarget(start = day(1), project = projectId) {
    const { annotate } = await aTargetToAnnotate(server, kind, {
      project_id: project,
      start_time: start,
      end_time: start.replace('00+00:00', '01+00:00'),
    });
    return annotate;
  }

  async function read<T = Record<string, unknown>>(fields: string, name = 'app'): Promise<T> {
    const { data, errors } = await server.gql<{ project: T }>(
      `query ($name: String!) { project: getProjectByName(name: $name) { ${fields} } }`,
      { name },
    );
    expect(errors).toBeUndefined();
    return data!.project;
  }

  async function readAll(args = ''): Promise<ExpectedSummary[]> {
    const { all } = await read<{ all: ExpectedSummary[] }>(
      `all: ${kind}AnnotationSummaries${args} { ${SUMMARY} }`,
    );
    return all;
  }

  const namesField = kind === 'trace' ? 'traceAnnotationsNames' : `${kind}AnnotationNames`;

  it(`give each ${kind} the same weight, however many annotations it has`, async () => {
    const [one, two] = [await aTarget(), await aTarget()];
    await one({ identifier: 'a', score: 1, label: 'good' });
    await one({ identifier: 'b', score: 1, label: 'good' });
    await one({ identifier: 'c', score: 0.4, label: 'bad' });
    await two({ score: 0 });
    await two({ identifier: 'a', label: 'bad' });
    expect(await readAll()).toEqual([
      {
        name: 'quality',
        count: 5,
        labels: ['bad', 'good'],
        labelFractions: [
          { label: 'bad', fraction: expect.closeTo((1 / 3 + 1) / 2, 9) },
          { label: 'good', fraction: expect.closeTo(2 / 3 / 2, 9) },
        ],
        meanScore: expect.closeTo(0.4, 9),
        scoreCount: 4,
        labelCount: 4,
      },
    ]);
  });

  it('equal a straightforward computation', async () => {
    const TARGETS = 4;
    const judgment = fc.record({
      target: fc.nat(TARGETS - 1),
      name: fc.constantFrom('a', 'b', '', "it's", '%', 'é😀'),
      identifier: fc.constantFrom('', '', '', 'x', 'y', 'z'),
      label: fc.constantFrom(null, 'good', 'bad', '', 'Ünïcode'),
      score: fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null }),
    });
    const key = ({ target, name, identifier }: GivenAnnotation) =>
      JSON.stringify([target, name, identifier]);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(judgment, { selector: key, maxLength: 30 }), async (rows) => {
        await emptyDatabase(server);
        projectId = (await aProject(server, { name: 'app' })).id;
        const targets = await Promise.all(Array.from({ length: TARGETS }, () => aTarget()));
        for (const { target, ...columns } of rows) await targets[target]!(columns);
        const expected = expectedSummaries(rows);
        expect((await readAll()).map(withSortedLabels)).toEqual(expected);
        const names = expected.map(({ name }) => name);
        const counts = expected.map(({ name, count }) => ({ name, count }));
        const found = await read(
          `${namesField} ${kind}AnnotationNameCounts { name count }
           ${names
             .map(
               (name, at) =>
                 `s${at}: ${kind}AnnotationSummary(annotationName: ${JSON.stringify(name)}) { ${SUMMARY} }`,
             )
             .join('\n')}`,
        );
        expect(found[namesField]).toEqual(names);
        expect(found[`${kind}AnnotationNameCounts`]).toEqual(counts);
        for (const [at, summary] of expected.entries()) {
          expect(withSortedLabels(found[`s${at}`] as ExpectedSummary)).toEqual(summary);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('include the start of a range, but not its end', async () => {
    for (const date of [1, 2, 3]) await (await aTarget(day(date)))({ score: date });
    const scores = async (range: string) =>
      (await readAll(`(timeRange: ${range})`)).map(({ meanScore, count }) => [meanScore, count]);
    expect(await scores(`{ start: "${day(2)}", end: "${day(3)}" }`)).toEqual([[2, 1]]);
    expect(await scores(`{ start: "${day(2)}" }`)).toEqual([[2.5, 2]]);
    expect(await scores(`{ end: "${day(2)}" }`)).toEqual([[1, 1]]);
    expect(await scores('{}')).toEqual([[2, 3]]);
    expect(await scores(`{ start: "${day(4)}" }`)).toEqual([]);
    const { one, none } = await read<Record<string, { meanScore: number } | null>>(
      `one: ${kind}AnnotationSummary(annotationName: "quality", timeRange: { end: "${day(2)}" }) { meanScore }
       none: ${kind}AnnotationSummary(annotationName: "quality", timeRange: { end: "${day(1)}" }) { meanScore }`,
    );
    expect([one?.meanScore, none]).toEqual([1, null]);
  });

  it(`weight each ${kind} within a range only`, async () => {
    const [early, late] = [await aTarget(day(1)), await aTarget(day(2))];
    await early({ identifier: 'a', score: 1 });
    await early({ identifier: 'b', score: 0 });
    await late({ identifier: 'a', score: 1 });
    await late({ identifier: 'b', score: 0.5 });
    await late({ score: 0 });
    const [summary] = await readAll(`(timeRange: { start: "${day(2)}" })`);
    expect(summary).toMatchObject({ count: 3, meanScore: expect.closeTo(0.5, 9) });
  });

  it('leave out notes and other projects', async () => {
    const other = await aProject(server);
    const annotate = await aTarget();
    await annotate({ name: 'note', score: 9 });
    await (
      await aTarget(day(1), other.id)
    )({ name: 'elsewhere', score: 1 });
    const fields = `${namesField} ${kind}AnnotationNameCounts { name }
      ${kind}AnnotationSummaries { name }
      note: ${kind}AnnotationSummary(annotationName: "note") { name }
      elsewhere: ${kind}AnnotationSummary(annotationName: "elsewhere") { name }`;
    const nothing = {
      [namesField]: [],
      [`${kind}AnnotationNameCounts`]: [],
      [`${kind}AnnotationSummaries`]: [],
      note: null,
      elsewhere: null,
    };
    expect(await read(fields)).toEqual(nothing);
    expect(await read(fields, 'default')).toEqual(nothing);
    await annotate({ name: 'a' });
    await annotate({ name: 'z' });
    expect(await read(fields)).toMatchObject({ [namesField]: ['a', 'z'] });
  });

  it('handle the largest and smallest scores', async () => {
    const [one, two] = [await aTarget(), await aTarget()];
    await one({ name: 'large', score: 1.7e308 });
    await two({ name: 'large', score: 1.7e308 });
    await two({ name: 'large', identifier: 'again', score: 1.7e308 });
    await one({ name: 'small', score: 5e-324 });
    await one({ name: 'small', identifier: 'again', score: 5e-324 });
    expect((await readAll()).map(({ meanScore }) => meanScore)).toEqual([1e300, 0]);
  });

  it('find no hostile name, and refuse one that is not text', async () => {
    await (
      await aTarget()
    )({ score: 1 });
    for (const name of ['\0', '\ud800', "'; DROP TABLE spans; --", 'x'.repeat(9999)]) {
      const { data } = await server.gql<{ project: { one: unknown } }>(
        `query ($name: String!) { project: getProjectByName(name: "app") {
           one: ${kind}AnnotationSummary(annotationName: $name) { name } } }`,
        { name },
      );
      expect(data?.project).toEqual({ one: null });
    }
    for (const argument of ['', '(annotationName: null)', '(annotationName: 1)']) {
      const { errors } = await server.gql(
        `{ getProjectByName(name: "app") { ${kind}AnnotationSummary${argument} { name } } }`,
      );
      expect(errors).toHaveLength(1);
    }
  });

  it('need no more queries for many projects and names than for one', async () => {
    const fields = `${namesField} ${kind}AnnotationNameCounts { name count }
      ${kind}AnnotationSummaries { ${SUMMARY} }
      a: ${kind}AnnotationSummary(annotationName: "a") { meanScore }
      b: ${kind}AnnotationSummary(annotationName: "b") { meanScore }`;
    for (let count = 0; count < 4; count++) {
      const { id } = await aProject(server);
      const annotate = await aTarget(day(1), id);
      for (const name of ['a', 'b', 'c']) await annotate({ name, score: count });
    }
    const countStatements = async (first: number) => {
      const { statements, result } = await server.countQueries(() =>
        server.gql<{ projects: { edges: { node: { a: { meanScore: number } | null } }[] } }>(
          `{ projects(first: ${first}) { edges { node { id ${fields} } } } }`,
        ),
      );
      expect(result.errors).toBeUndefined();
      return {
        count: statements.length,
        scores: result.data!.projects.edges.flatMap(({ node }) => node.a?.meanScore ?? []),
      };
    };
    const many = await countStatements(6);
    expect(many.scores.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(many.count).toBe((await countStatements(1)).count);
    // The page, names, counts, all summaries, and those of two names.
    expect(many.count).toBeLessThanOrEqual(6);
  });
});
