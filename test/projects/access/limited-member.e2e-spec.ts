import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { type Place, placesOn } from './projects-with-roles.js';

/** Everything that changes rows of traces, by somebody from whom another project is hidden. */
describe('a member who does not see every project', () => {
  let server: SecuredServer;
  let open: Place;
  const { as, aPlace } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
    open = await aPlace(false);
    await aPlace(true);
  });
  afterAll(() => server.stop());

  const gql = async <T>(query: string, variables: object = {}): Promise<T> => {
    const { data, errors } = await as<T>(server.accounts.MEMBER, query, variables);
    expect(errors).toBeUndefined();
    return data!;
  };
  const aFamily = async (sessionId: string | null = null) => {
    const { trace_id, id } = await aTrace(server, {
      project_id: open.rowId,
      session_id: sessionId,
      span_count: 2,
    });
    const of = { trace_id, project_id: open.rowId };
    const root = await aSpan(server, { ...of, name: 'root' });
    const child = await aSpan(server, { ...of, parent_id: root.span_id, name: 'child' });
    return { id: globalId('Trace', id), traceId: trace_id, root, child };
  };
  const spansOf = async (traceId: string) => {
    const rows = await server.sql<{ name: string }>(
      'SELECT name FROM spans WHERE trace_id = $1 ORDER BY name',
      [traceId],
    );
    return rows.map(({ name }) => name);
  };
  const remove = (path: string) =>
    server.request.delete(path).set(bearer(server.accounts.MEMBER.key)).expect(204);

  it('reads the spans above another', async () => {
    const { id, child } = await aFamily();
    const { node } = await gql<{ node: { ancestors: { name: string }[] } }>(
      `query ($id: ID!, $spanIds: [ID!]!) {
         node(id: $id) { ... on Trace { ancestors(spanIds: $spanIds) { name } } } }`,
      { id, spanIds: [child.span_id] },
    );
    expect(node.ancestors).toEqual([{ name: 'root' }]);
  });

  it('deletes spans, traces and sessions', async () => {
    const family = await aFamily();
    await remove(`/v1/spans/${globalId('Span', family.child.id)}`);
    expect(await spansOf(family.traceId)).toEqual(['root']);
    await remove(`/v1/traces/${family.traceId}`);
    expect(await spansOf(family.traceId)).toEqual([]);

    const { session_id, id } = await aSession(server, { project_id: open.rowId });
    const { traceId } = await aFamily(session_id);
    await remove(`/v1/sessions/${globalId('ProjectSession', id)}`);
    expect(await spansOf(traceId)).toEqual([]);
  });

  it('moves traces to another project', async () => {
    const to = await aPlace(false);
    const { id, traceId } = await aFamily();
    await gql(
      `mutation ($traceIds: [ID!]!, $projectId: ID!) {
         transferTracesToProject(traceIds: $traceIds, projectId: $projectId) { __typename } }`,
      { traceIds: [id], projectId: to.id },
    );
    const moved = await server.sql('SELECT project_id FROM spans WHERE trace_id = $1', [traceId]);
    expect(moved).toEqual([{ project_id: to.rowId }, { project_id: to.rowId }]);
  });

  it('annotates, and changes and deletes own annotations', async () => {
    const { root } = await aFamily();
    const labels = async () => {
      const rows = await server.sql<{ label: string }>(
        'SELECT label FROM span_annotations WHERE target_id = $1 ORDER BY name',
        [root.id],
      );
      return rows.map(({ label }) => label);
    };
    const { createSpanAnnotations: created } = await gql<{
      createSpanAnnotations: { spanAnnotations: { id: string }[] };
    }>(
      `mutation ($spanId: ID!) {
         createSpanAnnotations(input: [{ spanId: $spanId, name: "tone", annotatorKind: HUMAN,
           label: "kind", metadata: {}, source: APP }]) { spanAnnotations { id } } }`,
      { spanId: globalId('Span', root.id) },
    );
    const ids = created.spanAnnotations.map(({ id }) => id);
    await gql(
      `mutation ($id: ID!) {
         patchSpanAnnotations(input: [{ annotationId: $id, label: "cold" }]) { __typename } }`,
      { id: ids[0] },
    );
    expect(await labels()).toEqual(['cold']);
    await gql(
      `mutation ($ids: [ID!]!) {
         deleteSpanAnnotations(input: { annotationIds: $ids }) { __typename } }`,
      { ids },
    );
    expect(await labels()).toEqual([]);
  });

  it('asks what a retention rule would delete in no project', async () => {
    const { retentionPreview } = await gql<{ retentionPreview: { traceCount: number } }>(
      'query { retentionPreview(rule: { maxDays: { maxDays: 1 } }) { traceCount } }',
    );
    expect(retentionPreview.traceCount).toBe(0);
  });
});
