import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('a new user of the server', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('learns how to send the first trace, and sees it arrive without reloading', async () => {
    const page = await browser.open(server.url);
    await page.getByRole('heading', { name: 'Send your first trace to Spandrel' }).waitFor();
    await page.getByText('Waiting for the first trace').waitFor();
    const snippet = page.getByRole('tabpanel');
    expect(await snippet.textContent()).toContain('phoenix.otel');
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await snippet.textContent()).toContain('@arizeai/phoenix-otel');
    expect(await snippet.textContent()).toContain(server.url);

    await sendTraces(server.url, [{ name: 'hello', project: 'first steps' }]);
    await page.getByRole('link', { name: 'first steps' }).waitFor();
    expect(browser.errors).toEqual([]);
  });

  it('sees an empty project wait for its first trace', async () => {
    await server.request.post('/v1/projects').send({ name: 'second' });
    const page = await browser.open(`${server.url}/projects`);
    await page.getByRole('link', { name: 'second' }).click();
    await page.getByRole('heading', { name: 'Send your first trace to second' }).waitFor();

    await sendTraces(server.url, [{ name: 'hello again', project: 'second' }]);
    await page.getByRole('link', { name: 'hello again' }).waitFor();
    expect(browser.errors).toEqual([]);
  });
});
