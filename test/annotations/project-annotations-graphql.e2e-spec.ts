import {
  aSessionAnnotation,
  aSpanAnnotation,
  aTraceAnnotation,
  type AnnotationColumns,
} from '../support/factories/annotation.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const KINDS = [
  {
    kind: 'Span',
    table: 'span_annotations',
    annotate: async (server: TestServer, owner: Owner, given: AnnotationColumns) =>
      aSpanAnnotation(server, await aSpan(server, owner), given),
  },
  {
    kind: 'Trace',
    table: 'trace_annotations',
    annotate: async (server: TestServer, owner: Owner, given: AnnotationColumns) =>
      aTraceAnnotation(server, await aTrace(server, owner), given),
  },
  {
    kind: 'Session',
    table: 'session_annotations',
    annotate: async (server: TestServer, owner: Owner, given: AnnotationColumns) =>
      aSessionAnnotation(server, await aSession(server, owner), given),
  },
];

interface Owner {
  project_id: number;
  start_time: string;
  end_time: string;
}

const day = (number: number): string => `2031-05-0${number}T00:00:00Z`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(KINDS)('the $kind annotations of a project with a name', (given) => {
  const { kind, table, annotate } = given;
  let project: { id: number };

  /** Annotates something that began on one day, on another day. */
  const add = async (name: string, began: number, created: number, projectId = project.id) => {
    const owner = { project_id: projectId, start_time: day(began), end_time: day(began) };
    await annotate(server, owner, { name, label: `${began} ${created}`, created_at: day(created) });
  };
  const remove = (input: object) =>
    server.gql<Record<string, { deletedAnnotationCount: number }>>(
      `mutation ($input: DeleteProjectAnnotationsInput!) {
         deleteProject${kind}Annotations(input: $input) { deletedAnnotationCount } }`,
      { input: { projectId: globalId('Project', project.id), annotationName: 'tone', ...input } },
    );
  const countOf = async (input: object) => {
    const { data, errors } = await remove(input);
    expect(errors).toBeUndefined();
    return data![`deleteProject${kind}Annotations`]!.deletedAnnotationCount;
  };
  const left = async () =>
    (
      await server.sql<{ text: string }>(
        `SELECT name || ' ' || label AS text FROM ${table} WHERE project_id = $1 ORDER BY id`,
        [project.id],
      )
    ).map(({ text }) => text);

  beforeEach(async () => {
    project = await aProject(server);
    await add('tone', 1, 3);
    await add('tone', 2, 4);
    await add('quality', 1, 3);
  });

  it('are deleted and counted, and no others', async () => {
    const other = await aProject(server);
    await add('tone', 1, 3, other.id);
    expect(await countOf({})).toBe(2);
    expect(await left()).toEqual(['quality 1 3']);
    expect(await server.sql(`SELECT name FROM ${table} WHERE project_id = $1`, [other.id])).toEqual(
      [{ name: 'tone' }],
    );
    expect(await countOf({})).toBe(0);
  });

  it('are selected by when they were created, from the start of a range to before its end', async () => {
    expect(await countOf({ timeRange: { start: day(3), end: day(4) } })).toBe(1);
    expect(await left()).toEqual(['tone 2 4', 'quality 1 3']);
    expect(await countOf({ timeRange: { start: day(5) } })).toBe(0);
    expect(await countOf({ timeRange: { start: day(4) } })).toBe(1);
  });

  it('are selected by when what they are about began', async () => {
    const timeRangeField = 'SOURCE_START_TIME';
    expect(await countOf({ timeRangeField, timeRange: { start: day(3) } })).toBe(0);
    expect(await countOf({ timeRangeField, timeRange: { end: day(2) } })).toBe(1);
    expect(await left()).toEqual(['tone 2 4', 'quality 1 3']);
  });

  it.each([
    ['an unknown project', { projectId: globalId('Project', 999_999) }, 'NOT_FOUND'],
    ['the ID of something else', { projectId: globalId('Dataset', 1) }, 'BAD_USER_INPUT'],
    ['nonsense for an ID', { projectId: 'x' }, 'BAD_USER_INPUT'],
    ['no name', { annotationName: null }, 'BAD_USER_INPUT'],
    ['an unknown field', { timeRangeField: 'NOON' }, 'BAD_USER_INPUT'],
    ['a time that is none', { timeRange: { start: 'noon' } }, 'BAD_USER_INPUT'],
  ])('stay if the request has %s', async (_, input, code) => {
    const { errors } = await remove(input);
    expect(errors?.[0]?.extensions.code).toBe(code);
    expect(await left()).toHaveLength(3);
  });

  it.each(['\0', '\uD800', "' OR true --", '%', 'x'.repeat(10_000)])(
    'stay if the name is hostile',
    async (annotationName) => {
      expect(await countOf({ annotationName })).toBe(0);
      expect(await left()).toHaveLength(3);
    },
  );
});
