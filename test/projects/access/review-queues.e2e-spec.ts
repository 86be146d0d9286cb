import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { aSession } from '../../support/factories/session.js';
import { globalId } from '../../support/global-id.js';
import { type Place, placesOn } from './projects-with-roles.js';

/** IDs of what a project has for its reviewers. */
interface Ids {
  projectId: string;
  spanId: string;
  traceId: string;
  sessionId: string;
  queueId: string;
  itemId: string;
}

type Operation = [name: string, query: string, input: object];

const UNKNOWN: Ids = {
  projectId: globalId('Project', 999_999),
  spanId: globalId('Span', 999_999),
  traceId: globalId('Trace', 999_999),
  sessionId: globalId('ProjectSession', 999_999),
  queueId: globalId('AnnotationQueue', 999_999),
  itemId: globalId('AnnotationQueueItem', 999_999),
};

const QUEUE = `name progress { total done inProgress available reviewers { done user { username } } }
  agreement { itemCount disagreements { annotationQueueItem { id } } }
  items { edges { node { id number span { id } trace { id } session { id } } } }`;
const ITEM = `id number previousItemId nextItemId span { id } trace { id } session { id }
  reviews { state user { username } } annotationQueue { name }`;

describe('review queues in the private project of others', () => {
  let server: SecuredServer;
  let configId: string;
  let own: Ids;
  let foreign: Ids;
  let foreignPlace: Place;
  let manager: Account;
  const { admin, aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
    configId = globalId('CategoricalAnnotationConfig', (await anAnnotationConfig(server)).id);
    foreignPlace = await aPlace(true);
    manager = await anAccount('MEMBER', [[foreignPlace, 'MANAGER']]);
    foreign = await withQueue(foreignPlace, manager);
    own = await withQueue(await aPlace(false), server.accounts.MEMBER);
  });
  afterAll(() => server.stop());

  async function ask<T = Record<string, never>>(
    account: Account,
    query: string,
    input: object,
  ): Promise<T> {
    const { data, errors } = await server.gqlAs<T>(cookieOf(account), query, { ...input });
    if (errors) throw new Error(errors[0]?.message);
    return data!;
  }
  async function withQueue(place: Place, account: Account): Promise<Ids> {
    const [trace] = await server.sql<{ id: number }>('SELECT id FROM traces WHERE trace_id = $1', [
      place.span.trace_id,
    ]);
    const session = await aSession(server, { project_id: place.rowId });
    const spanId = globalId('Span', place.span.id);
    const { createAnnotationQueue } = await ask<{ createAnnotationQueue: Created }>(
      account,
      ...create(place.id, 'SPAN', spanId),
    );
    const { id, items } = createAnnotationQueue.annotationQueue;
    return {
      projectId: place.id,
      spanId,
      traceId: globalId('Trace', trace!.id),
      sessionId: globalId('ProjectSession', session.id),
      queueId: id,
      itemId: items.edges[0]!.node.id,
    };
  }
  interface Created {
    annotationQueue: { id: string; items: { edges: { node: { id: string } }[] } };
  }

  function create(projectId: string, target: string, ...targetIds: string[]): [string, object] {
    const name = `queue of ${target}`;
    const source = targetIds.length > 0 ? { targetIds } : { filter: { limit: 5 } };
    const input = { projectId, name, target, annotationConfigIds: [configId], source };
    return mutation('createAnnotationQueue', input, `annotationQueue { id ${QUEUE} }`);
  }
  function mutation(field: string, input: object, selection: string, type = field) {
    const name = `${type[0]!.toUpperCase()}${type.slice(1)}Input`;
    const query = `mutation ($input: ${name}!) { ${field}(input: $input) { ${selection} } }`;
    return [query, { input }] as [string, object];
  }
  function node(type: string, id: string, selection: string): [string, object] {
    return [`query ($id: ID!) { node(id: $id) { ... on ${type} { ${selection} } } }`, { id }];
  }

  /** Everything that names something of a project. @param mine what the caller may change. */
  function operationsWith(ids: Ids, mine: Ids): Operation[] {
    const { projectId, spanId, traceId, sessionId, queueId, itemId } = ids;
    const step = (verb: string): Operation => [
      verb,
      ...mutation(
        `${verb}AnnotationQueueItem`,
        { annotationQueueItemId: itemId },
        `annotationQueueItem { ${ITEM} }`,
        'annotationQueueItem',
      ),
    ];
    const add = (annotationQueueId: string, ...targetIds: string[]) =>
      mutation(
        'addAnnotationQueueItems',
        { annotationQueueId, source: { targetIds } },
        'addedCount',
      );
    return [
      ['queue', ...node('AnnotationQueue', queueId, QUEUE)],
      ['item', ...node('AnnotationQueueItem', itemId, ITEM)],
      ['queues', ...node('Project', projectId, `annotationQueues { edges { node { ${QUEUE} } } }`)],
      [
        'next',
        ...mutation(
          'claimNextAnnotationQueueItem',
          { annotationQueueId: queueId },
          `annotationQueueItem { ${ITEM} }`,
        ),
      ],
      ...['claim', 'finish', 'skip', 'release'].map(step),
      ['rename', ...mutation('patchAnnotationQueue', { id: queueId, name: 'x' }, '__typename')],
      [
        'judgments',
        ...mutation('patchAnnotationQueue', { id: queueId, judgmentsPerItem: 0 }, '__typename'),
      ],
      ['delete', ...mutation('deleteAnnotationQueue', { id: queueId }, '__typename')],
      ['add to it', ...add(queueId, mine.spanId)],
      ['add its span', ...add(mine.queueId, spanId)],
      ['add its span after another', ...add(mine.queueId, mine.spanId, spanId)],
      ['add its queue as a span', ...add(mine.queueId, queueId)],
      ['create there', ...create(projectId, 'SPAN')],
      ['create a twin there', ...create(projectId, 'SPAN', spanId)],
      ['create with its span', ...create(mine.projectId, 'SPAN', spanId)],
      ['create with its trace', ...create(mine.projectId, 'TRACE', traceId)],
      ['create with its session', ...create(mine.projectId, 'SESSION', sessionId)],
    ];
  }
  const digest = async (): Promise<unknown[]> =>
    Promise.all(
      ['queues', 'queue_items', 'queue_reviews', 'queue_configs'].map((table) =>
        server.sql(`SELECT t::text FROM annotation_${table} t ORDER BY 1`),
      ),
    );

  it.each<[string, () => Promise<Account>]>([
    ['a member of the server', async () => server.accounts.MEMBER],
    ['a viewer of the server', async () => server.accounts.VIEWER],
    [
      'somebody who may write in one other project',
      async () => anAccount('VIEWER', [[await aPlace(false), 'MEMBER']]),
    ],
    [
      'somebody whose role there is lost',
      async () => {
        const account = await anAccount('MEMBER', [[foreignPlace, 'MEMBER']]);
        await ask(account, ...(operationsWith(foreign, own)[3]!.slice(1) as [string, object]));
        await admin(
          `mutation ($projectId: ID!, $id: ID!) { removeProjectRole(input: { projectId: $projectId,
             roleAssignmentId: $id }) { __typename } }`,
          { projectId: foreign.projectId, id: await roleOf(account) },
        );
        return account;
      },
    ],
  ])('do not exist for %s', async (_, someone) => {
    const account = await someone();
    const before = await digest();
    const told: [string, string, string][] = [];
    const twins = operationsWith(UNKNOWN, own);
    for (const [at, [name, ...operation]] of operationsWith(foreign, own).entries()) {
      const [, ...twin] = twins[at]!;
      const answer = await sendAs(account, operation, foreign);
      const other = await sendAs(account, twin, UNKNOWN);
      if (answer !== other) told.push([name, answer, other]);
      expect([name, answer]).toEqual([name, expect.stringMatching(/"errors"/)]);
    }
    expect(told).toEqual([]);
    expect(await digest()).toEqual(before);
  });

  it('are there for its manager', async () => {
    const answer = await sendAs(
      manager,
      node('AnnotationQueueItem', foreign.itemId, ITEM),
      foreign,
    );
    expect(answer).toContain('queue of SPAN');
  });

  async function sendAs(account: Account, [query, variables]: [string, object], ids: Ids) {
    const response = await server.request
      .post('/graphql')
      .set(cookieOf(account))
      .send({ query, variables });
    const text = Object.values(ids).reduce(
      (rest, id: string) => rest.replaceAll(id, 'ID'),
      response.text,
    );
    return `${response.status} ${text}`;
  }
  async function roleOf({ userId }: Account): Promise<string> {
    const [row] = await server.sql<{ id: number }>(
      'SELECT id FROM project_roles WHERE user_id = $1',
      [userId],
    );
    return globalId('ProjectRoleAssignment', row!.id);
  }
});
