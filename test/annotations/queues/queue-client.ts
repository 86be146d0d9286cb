import {
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  type Account,
} from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';

/** An item of a queue of spans. */
export interface Item {
  id: string;
  position: number;
  span: { id: string } | null;
}

/** The field of the only mutation, or the first error. */
interface Answer<T> {
  data: T;
  code: string | undefined;
  message: string | undefined;
}

export const spanId = ({ id }: { id: number }) => globalId('Span', id);

/** The data of a test: two members, and a project with a config and four spans. */
export interface QueueFixture {
  server: SecuredServer;
  author: Account;
  other: Account;
  project: { id: number };
  config: { id: number; name: string };
  /** The oldest first. */
  spans: SpanRow[];
}

/** Starts a server, and creates and reviews queues there. Call it inside `describe`. */
export function useQueues() {
  let server: SecuredServer;
  let author: Account;
  let other: Account;
  let project: { id: number };
  let config: { id: number; name: string };
  let spans: SpanRow[];

  beforeAll(async () => {
    server = await startSecuredServer();
    author = server.accounts.MEMBER;
    other = await server.createAccount('MEMBER');
  });
  beforeEach(async () => {
    project = await aProject(server);
    config = await anAnnotationConfig(server, { projects: [project] });
    spans = [];
    for (let at = 0; at < 4; at++) {
      spans.push(
        await aSpan(server, {
          project_id: project.id,
          start_time: `2026-01-0${at + 1}T00:00:00Z`,
          end_time: `2026-01-0${at + 1}T00:00:01Z`,
        }),
      );
    }
  });
  afterAll(() => server.stop());

  const configId = () => globalId('CategoricalAnnotationConfig', config.id);

  async function send<T = Record<string, never>>(
    account: Account,
    query: string,
    variables: object = {},
  ): Promise<Answer<T>> {
    const { data, errors } = await server.gqlAs<T>(cookieOf(account), query, { ...variables });
    const [error] = errors ?? [];
    return { data: data as T, code: error?.extensions.code, message: error?.message };
  }
  async function mutate<T>(
    account: Account,
    name: string,
    input: object,
    selection: string,
    type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`,
  ): Promise<Answer<T | undefined>> {
    const answer = await send<Record<string, T>>(
      account,
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input },
    );
    return { ...answer, data: answer.data?.[name] };
  }
  const create = (given: object = {}, account = author) =>
    mutate<{ annotationQueue: { id: string; name: string; items: { edges: { node: Item }[] } } }>(
      account,
      'createAnnotationQueue',
      {
        projectId: globalId('Project', project.id),
        name: 'queue',
        target: 'SPAN',
        annotationConfigIds: [configId()],
        source: { targetIds: spans.map(spanId) },
        ...given,
      },
      `annotationQueue { id name description target judgmentsPerItem user { username }
         project { id } annotationConfigs { ... on AnnotationConfigBase { name } }
         items { edges { node { id position span { id } trace { id } session { id } } } } }`,
    );
  async function aQueue(given: object = {}): Promise<string> {
    const { data, message } = await create(given);
    expect(message).toBeUndefined();
    return data!.annotationQueue.id;
  }
  const claim = async (account: Account, queueId: string, includeSkipped = true) => {
    const { data, message } = await mutate<{ annotationQueueItem: Item | null }>(
      account,
      'claimNextAnnotationQueueItem',
      { annotationQueueId: queueId, includeSkipped },
      'annotationQueueItem { id position span { id } }',
    );
    expect(message).toBeUndefined();
    return data!.annotationQueueItem;
  };
  const step = (account: Account, verb: 'claim' | 'finish' | 'skip' | 'release', id: string) =>
    mutate<{ annotationQueueItem: { reviews: { state: string }[] } }>(
      account,
      `${verb}AnnotationQueueItem`,
      { annotationQueueItemId: id },
      'annotationQueueItem { reviews { state claimedUntil user { username } } }',
      'AnnotationQueueItemInput',
    );
  const read = async (account: Account, id: string) => {
    const { data } = await send<{ node: { progress: object; agreement: object[] } }>(
      account,
      `query ($id: ID!) { node(id: $id) { ... on AnnotationQueue {
        progress { total done inProgress available viewer { done skipped inProgress }
          reviewers { user { username } done skipped inProgress } }
        agreement { annotationConfig { ... on AnnotationConfigBase { name } } itemCount
          reviewerCount percentAgreement cohensKappa krippendorffsAlpha meanAbsoluteDifference } } } }`,
      { id },
    );
    return data.node;
  };
  const expire = (item: Item) =>
    server.sql(
      `UPDATE annotation_queue_reviews SET claimed_until = now() - interval '1 second'
        WHERE item_id = $1`,
      [Number(Buffer.from(item.id, 'base64').toString().split(':')[1])],
    );
  const current = (): QueueFixture => ({ server, author, other, project, config, spans });

  return { create, aQueue, claim, step, read, expire, mutate, send, current };
}
