import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import type { TestServer } from '../support/server.js';
import type { Sql } from '../support/factories/insert.js';

/** A kind of target, as the REST API names it. */
export interface TargetCase {
  noun: 'span' | 'trace' | 'session';
  key: 'span_id' | 'trace_id' | 'session_id';
  /** Type name in the global IDs of its annotations. */
  type: string;
}

export const TARGETS: TargetCase[] = [
  { noun: 'span', key: 'span_id', type: 'SpanAnnotation' },
  { noun: 'trace', key: 'trace_id', type: 'TraceAnnotation' },
  { noun: 'session', key: 'session_id', type: 'ProjectSessionAnnotation' },
];

/** A stored target and the names of its project. */
export interface StoredTarget {
  /** The ID that its sender chose. */
  key: string;
  rowId: number;
  globalId: string;
  projectId: number;
  project: string;
}

/** Stores a target, in a new project by default. */
export async function aTarget(
  database: Sql,
  { noun }: Pick<TargetCase, 'noun'>,
  given: { projectId?: number; project?: string; chosenId?: string } = {},
): Promise<StoredTarget> {
  const project =
    given.projectId === undefined
      ? await aProject(database)
      : { id: given.projectId, name: given.project ?? '' };
  const owner = { project_id: project.id };
  const describeTarget = (type: string, key: string, rowId: number): StoredTarget => ({
    key,
    rowId,
    globalId: globalId(type, rowId),
    projectId: project.id,
    project: project.name,
  });
  if (noun === 'span') {
    const span = await aSpan(database, {
      ...owner,
      ...(given.chosenId && { span_id: given.chosenId }),
    });
    return describeTarget('Span', span.span_id, span.id);
  }
  if (noun === 'trace') {
    const trace = await aTrace(database, {
      ...owner,
      ...(given.chosenId && { trace_id: given.chosenId }),
    });
    return describeTarget('Trace', trace.trace_id, trace.id);
  }
  const session = await aSession(database, {
    ...owner,
    ...(given.chosenId && { session_id: given.chosenId }),
  });
  return describeTarget('ProjectSession', session.session_id, session.id);
}

/** Sends annotations of a target over REST, and reads them. */
export function restClient(
  server: () => TestServer,
  target: () => StoredTarget,
  { noun, key }: Pick<TargetCase, 'noun' | 'key'>,
) {
  const url = `/v1/${noun}_annotations`;
  const list = () => `/v1/projects/${target().project}/${noun}_annotations`;
  return {
    url,
    list,
    item: (given: object = {}) => ({
      [key]: target().key,
      name: 'quality',
      annotator_kind: 'HUMAN',
      ...given,
    }),
    post: (...items: unknown[]) =>
      server().request.post(url).query({ sync: 'True' }).send({ data: items }),
    read: async (query: object = { [`${noun}_ids`]: target().key }) => {
      const response = await server().request.get(list()).query(query);
      expect([response.status, response.text.slice(0, 300)]).toEqual([
        200,
        expect.stringContaining('data'),
      ]);
      return response.body.data;
    },
  };
}
