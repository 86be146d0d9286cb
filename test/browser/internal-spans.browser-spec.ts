import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { readRequests } from '../compatibility/senders/recorded-requests.js';

describe('the spans of functions of coding agents', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    for (const folder of ['codex', 'opencode']) {
      for (const { path, body } of await readRequests(folder)) {
        await server.request.post(path).send(body).expect(200);
      }
    }
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  /** Opens the trace of a project that has the most spans. */
  const openLargest = async (project: string) => {
    const { data } = await server.gql<{
      getProjectByName: { traces: { edges: { node: { traceId: string; numSpans: number } }[] } };
    }>(
      `{ getProjectByName(name: "${project}") { traces(first: 50) { edges { node { traceId numSpans } } } } }`,
    );
    const traces = data!.getProjectByName.traces.edges.map(({ node }) => node);
    const [largest] = traces.toSorted((a, b) => b.numSpans - a.numSpans);
    const page = await browser.open(`${server.url}/redirects/traces/${largest!.traceId}`);
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    const rowNames = () => page.locator('[role=treeitem] [data-name]').allTextContents();
    return { page, rowNames };
  };

  it('are folded around the calls of opencode, and open', async () => {
    const { page, rowNames } = await openLargest('opencode');
    const folded = [
      'SessionHttpApi.prompt',
      '19 internal spans',
      'ai.streamText',
      'ai.streamText.doStream',
      '2 internal spans',
    ];
    expect(await rowNames()).toEqual(folded);
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'SystemPrompt.skills' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page
      .getByRole('treeitem', { name: 'SystemPrompt.skills' })
      .waitFor({ state: 'detached' });
    expect(await rowNames()).toEqual(folded);

    await page.keyboard.press('/');
    await page.keyboard.type('LLM.run');
    await page.getByText('1 found').waitFor();
    await page.getByRole('treeitem', { name: 'LLM.run' }).click();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('treeitem', { name: 'ai.streamText.doStream' }).waitFor();
    expect(await rowNames()).toContain('LLM.run');
  });

  it('are folded in a trace of Codex, which has no others', async () => {
    const { page, rowNames } = await openLargest('codex');
    expect(await rowNames()).toEqual(['turn/start', '33 internal spans']);
    await page.getByRole('button', { name: 'Show internal spans' }).click();
    await page.getByRole('treeitem', { name: 'app_server.serialized_request_queue' }).waitFor();
  });
});
