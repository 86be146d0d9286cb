import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import type { TestServer } from '../support/server.js';

export const TOO_MANY_VALUES = {
  message: 'The answer has too many values. Request smaller pages or fewer fields.',
  extensions: { code: 'QUERY_TOO_COMPLEX' },
};
export const TOO_LONG = {
  message: 'The answer is longer than 64 MB. Request smaller pages or fewer fields.',
  extensions: { code: 'QUERY_TOO_COMPLEX' },
};

/** Asks for a thousand spans for each of a thousand spans. */
export const MANY_VALUES = `query ($id: ID!) { node(id: $id) { ... on Project { spans(first: 1000) {
  edges { node { trace { spans(first: 1000) { edges { node { id name
    events { name } attributes metadata } } } } } } } } } }`;

/** Creates a project with 1,200 spans in one trace. Returns its global ID. */
export async function aWideProject(server: TestServer): Promise<string> {
  const project = await aProject(server);
  const span = await aSpan(server, { project_id: project.id, session_id: 'talk' });
  await server.sql(
    `INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
       status_message, start_time, end_time, attributes)
     SELECT trace_id, 's' || n, project_id, span_id, name, kind, status_code, status_message,
            start_time, end_time, attributes
       FROM spans CROSS JOIN generate_series(1, 1199) n WHERE trace_id = $1`,
    [span.trace_id],
  );
  return globalId('Project', project.id);
}

/** Gives the first spans a payload of 200 KB that cannot be compressed. */
export async function lengthenSpans(server: TestServer, count: number): Promise<void> {
  await server.sql(
    `WITH long AS MATERIALIZED (
       SELECT string_agg(md5(random()::text || n), '') AS text FROM generate_series(1, 6250) n)
     UPDATE spans SET payload = json_build_object('text', long.text) FROM long
      WHERE id IN (SELECT id FROM spans ORDER BY id LIMIT $1)`,
    [count],
  );
}
