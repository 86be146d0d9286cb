import { startBrowser, type TestBrowser } from '../support/browser.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** An image of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('the content security policy', () => {
  let server: TestServer;
  let browser: TestBrowser;
  const traceId = newTraceId();

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [
      {
        traceId,
        name: 'answer',
        kind: 'LLM',
        attributes: {
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': `# Title\n\n![pixel](${PIXEL})\n\n<b onclick="x()">b</b>`,
          'output.value': '{"answer": [1, 2, {"deep": true}]}',
          'output.mime_type': 'application/json',
        },
      },
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('allows images in texts, and the styles of the palette', async () => {
    const page = await browser.open(`${server.url}/redirects/traces/${traceId}`);
    await page.getByRole('heading', { name: 'answer' }).first().waitFor();
    await page.getByText('Title').first().waitFor();
    const { body } = await server.request.get('/v1/projects/default');
    await page.goto(`${server.url}/projects/${body.data.id}/metrics`);
    await page.getByRole('slider', { name: /^Traces:/ }).waitFor();
    // The palette locks the page behind it with its own style.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('getComputedStyle(document.body).overflow')).toBe('hidden');
    await page.keyboard.press('Escape');
    await page.goto(`${server.url}/projects`);
    await page.getByRole('link', { name: 'default' }).first().waitFor();
    expect(browser.errors).toEqual([]);
  });

  it('allows the API documentation', async () => {
    const page = await browser.open(`${server.url}/docs`);
    await page.getByRole('heading', { name: /Spandrel REST API/ }).waitFor();
    expect(browser.errors).toEqual([]);
  });

  it('blocks injected scripts and requests to other servers', async () => {
    const page = await browser.open(`${server.url}/projects`);
    const outcome = await page.evaluate<string[]>(`(async () => {
      const seen = [];
      const isComplete = new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          if (seen.push(event.effectiveDirective) === 5) resolve();
        });
      });
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      const holder = document.createElement('div');
      holder.innerHTML = '<img src="x:" onerror="globalThis.ran = true"><style>b{color:red}</style>';
      document.body.append(holder);
      await fetch('https://evil.example/').catch(() => undefined);
      await Promise.race([isComplete, new Promise((resolve) => setTimeout(resolve, 10_000))]);
      return [String(globalThis.ran), ...seen.toSorted()];
    })()`);
    expect(outcome).toEqual([
      'undefined',
      'connect-src',
      'img-src',
      'script-src-attr',
      'script-src-elem',
      'style-src-elem',
    ]);
  });
});
