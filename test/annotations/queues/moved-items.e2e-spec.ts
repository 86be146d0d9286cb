import pg from 'pg';
import { bearer, cookieOf } from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { type QueueFixture, useQueues } from './queue-client.js';

const MOVE = `mutation ($traceIds: [ID!]!, $projectId: ID!) {
  transferTracesToProject(traceIds: $traceIds, projectId: $projectId) { __typename } }`;
const READ = `query ($id: ID!) { node(id: $id) { ... on AnnotationQueue {
  progress { total } items { edges { node { id number } } } } } }`;

interface Queue {
  node: { progress: { total: number }; items: { edges: { node: { id: string } }[] } };
}

/** Three traces of a project in one queue: one stays, one is deleted, and one moves to another project. */
describe('items that move to a project that the reviewers cannot see', () => {
  const { aQueue, claim, mutate, step, send, current } = useQueues();
  let { server, author, project } = {} as QueueFixture;
  let hiddenId: string;

  beforeEach(async () => {
    ({ server, author, project } = current());
    const hidden = await aProject(server);
    hiddenId = globalId('Project', hidden.id);
    await server.sql('UPDATE projects SET is_private = true WHERE id = $1', [hidden.id]);
  });

  /** A trace of a session, with the ID of what a queue has of it. */
  async function aTarget(target: string) {
    const of = { project_id: project.id };
    const session = await aSession(server, of);
    const trace = await aTrace(server, { ...of, session_id: session.session_id });
    const span = await aSpan(server, { ...of, trace_id: trace.trace_id });
    const ids: Record<string, string> = {
      SPAN: globalId('Span', span.id),
      TRACE: globalId('Trace', trace.id),
      SESSION: globalId('ProjectSession', session.id),
    };
    return {
      id: ids[target]!,
      rowId: trace.id,
      trace: globalId('Trace', trace.id),
      session: session.session_id,
    };
  }
  const remove = (path: string) =>
    server.request.delete(path).set(bearer(server.accounts.ADMIN.key)).expect(204);

  it.each(['SPAN', 'TRACE', 'SESSION'])(
    'leave their queue like deleted ones: %s',
    async (target) => {
      const [stays, goes, moves] = [
        await aTarget(target),
        await aTarget(target),
        await aTarget(target),
      ];
      const source = { targetIds: [moves.id, goes.id, stays.id] };
      const queueId = await aQueue({ name: target, target, source });
      const read = async () => (await send<Queue>(author, READ, { id: queueId })).data.node;
      const [movedItem, deletedItem, item] = (await read()).items.edges.map(({ node }) => node.id);
      await claim(author, queueId);
      await remove(
        target === 'SESSION' ? `/v1/sessions/${goes.session}` : `/v1/traces/${goes.trace}`,
      );
      const { errors } = await server.gqlAs(cookieOf(server.accounts.ADMIN), MOVE, {
        traceIds: [moves.trace],
        projectId: hiddenId,
      });
      expect(errors).toBeUndefined();
      expect(await read()).toEqual({
        progress: { total: 1 },
        items: { edges: [{ node: { id: item, number: 1 } }] },
      });
      const answers = await Promise.all(
        [movedItem!, deletedItem!].map(async (id) => {
          const { message } = await step(author, 'finish', id);
          return message?.replace(id, 'ID');
        }),
      );
      expect(answers).toEqual(Array(2).fill('Review queue item "ID" not found.'));
      expect(await claim(author, queueId)).toMatchObject({ id: item });
    },
  );

  it('are not added while they move', async () => {
    const moves = await aTarget('TRACE');
    const queueId = await aQueue({ target: 'TRACE', source: null });
    const mover = new pg.Client({ connectionString: server.databaseUrl });
    await mover.connect();
    await mover.query('BEGIN');
    await mover.query('SELECT FROM traces WHERE id = $1 FOR UPDATE', [moves.rowId]);
    const adding = mutate<{ addedCount: number }>(
      author,
      'addAnnotationQueueItems',
      { annotationQueueId: queueId, source: { targetIds: [moves.id] } },
      'addedCount',
    );
    await eventually('a request that waits', async () => {
      // The transaction of the mover would not see a connection that was opened later.
      const waiting = await server.sql(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await mover.query('UPDATE traces SET project_id = $1 WHERE id = $2', [
      (await aProject(server)).id,
      moves.rowId,
    ]);
    await mover.query('COMMIT');
    await mover.end();
    expect((await adding).data).toEqual({ addedCount: 0 });
  });
});
