import type { Page } from 'playwright-core';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

/** Number of traces of the project. */
export const COUNT = 50;
const TRACES = Array.from({ length: COUNT }, newTraceId);

/** What the tests work with: two members, a viewer, and a project with a config and its traces. */
export interface ReviewFixture {
  server: SecuredServer;
  browser: TestBrowser;
  ann: Account;
  ben: Account;
  viewer: Account;
  /** Global ID. */
  project: string;
  /** Global IDs. */
  traceIds: string[];
}

/** Starts a server and a browser, and fills review queues. Call it inside `describe`. */
export function useReviewQueues() {
  let server: SecuredServer;
  let browser: TestBrowser;
  let ann: Account;
  let ben: Account;
  let viewer: Account;
  let project: string;
  let configId: string;
  let traceIds: string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    ann = server.accounts.MEMBER;
    viewer = server.accounts.VIEWER;
    ben = await server.createAccount('MEMBER');
    await sendTraces(
      server.url,
      TRACES.map((traceId, index) => ({
        traceId,
        project: 'shop',
        name: `answer ${index}`,
        attributes: { 'session.id': `chat ${index % 5}` },
      })),
      bearer(ann.key),
    );
    const [{ id }] = (await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'shop'",
    )) as [{ id: number }];
    project = globalId('Project', id);
    const config = await anAnnotationConfig(server, { name: 'correctness', projects: [{ id }] });
    configId = globalId('CategoricalAnnotationConfig', config.id);
    const rows = await server.sql<{ id: number }>('SELECT id FROM traces ORDER BY trace_id');
    traceIds = rows.map((row) => globalId('Trace', row.id));
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM trace_annotations');
  });
  afterEach(() => {
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const open = (account: Account, path: string, isolated = false): Promise<Page> =>
    browser.open(`${server.url}/projects/${project}/review${path}`, {
      cookie: account.cookie,
      isolated,
    });

  async function send<T>(account: Account, query: string, variables: Record<string, unknown>) {
    const { data, errors } = await server.gqlAs<T>(cookieOf(account), query, variables);
    expect(errors).toBeUndefined();
    return data!;
  }
  async function aQueue(name: string, given: object = {}): Promise<string> {
    const { created } = await send<{ created: { annotationQueue: { id: string } } }>(
      ann,
      `mutation ($input: CreateAnnotationQueueInput!) {
         created: createAnnotationQueue(input: $input) { annotationQueue { id } } }`,
      {
        input: {
          projectId: project,
          name,
          target: 'TRACE',
          annotationConfigIds: [configId],
          source: { targetIds: traceIds.slice(0, 3) },
          ...given,
        },
      },
    );
    return created.annotationQueue.id;
  }
  /** Judges the next item of an account over the API. @returns the ID of the item. */
  async function judge(account: Account, queueId: string, label: string): Promise<string> {
    type Claim = { step: { annotationQueueItem: { id: string; trace: { id: string } } } };
    const { step } = await send<Claim>(
      account,
      `mutation ($id: ID!) { step: claimNextAnnotationQueueItem(input: { annotationQueueId: $id }) {
         annotationQueueItem { id trace { id } } } }`,
      { id: queueId },
    );
    const { id, trace } = step.annotationQueueItem;
    await send(
      account,
      `mutation ($id: ID!, $traceId: ID!, $label: String!) {
         createTraceAnnotations(input: [{ traceId: $traceId, name: "correctness", label: $label,
           annotatorKind: HUMAN, source: APP, metadata: {} }]) { __typename }
         finishAnnotationQueueItem(input: { annotationQueueItemId: $id }) { __typename } }`,
      { id, traceId: trace.id, label },
    );
    return id;
  }
  const atItem = (page: Page, number: number) =>
    page.getByText(`Item ${number}`, { exact: true }).waitFor();
  const done = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
  const label = (page: Page, name: string, pressed: boolean) =>
    page.getByRole('button', { name, pressed }).waitFor();
  const title = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

  const current = (): ReviewFixture => ({ server, browser, ann, ben, viewer, project, traceIds });

  return { current, open, aQueue, judge, atItem, done, label, title };
}
