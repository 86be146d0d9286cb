import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';

describe('the sampling of a project', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let config: string;
  let projectId: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const headers = { authorization: `Bearer ${server.adminSecret}` };
    const failed = { project: 'shop', failure: 'no answer' };
    await sendTraces(server.url, [{ project: 'shop' }, { project: 'shop' }, failed], headers);
    const { body } = await server.request.get('/v1/projects/shop').set(headers);
    projectId = (body as { data: { id: string } }).data.id;
    config = `${server.url}/projects/${projectId}/config`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const open = (role: 'ADMIN' | 'MEMBER') =>
    browser.open(config, { cookie: cookieOf(server.accounts[role]).Cookie });

  it('is tried on stored traces, saved, and shown again', async () => {
    const page = await open('ADMIN');
    const sampling = page.getByRole('region', { name: 'Sampling' });
    await sampling.getByText('This project keeps all traces.').waitFor();
    expect(await sampling.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await sampling.getByRole('switch', { name: 'Sample traces' }).click();
    const share = sampling.getByRole('textbox', { name: 'Share of the rest (%)' });
    await share.fill('0');
    await sampling.getByText('Of the newest 3 traces, 1 would be kept: 1 failed.').waitFor();
    const condition = sampling.getByRole('textbox', { name: 'Traces that meet a condition' });
    await condition.fill('num_span > 3');
    await sampling.getByText('num_spans').waitFor();
    browser.errors.length = 0;
    await condition.fill('num_spans > 3');
    await sampling.getByRole('textbox', { name: 'Latency from (s)' }).fill('30');
    await sampling.getByRole('button', { name: 'Add annotation' }).click();
    await sampling.getByRole('textbox', { name: 'Name of the annotation' }).fill('correct');
    await sampling.getByRole('textbox', { name: 'Labels, separated by commas' }).fill('wrong');
    await share.fill('12.5');
    await sampling.getByText(/Of the newest 3 traces, [123] would be kept/).waitFor();
    await sampling.getByRole('button', { name: 'Save' }).click();
    const words =
      'This project keeps all failed traces, all that take 30 s or longer, all whose correct is “wrong”, all that meet num_spans > 3, and 12.5% of the rest.';
    await sampling.getByText(words).waitFor();
    await page.reload();
    await sampling.getByText(words).waitFor();
    expect(await sampling.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(browser.errors).toEqual([]);
  });

  it('asks before it would keep none of the newest traces', async () => {
    await server.sql('DELETE FROM sampling_policies');
    const page = await open('ADMIN');
    const sampling = page.getByRole('region', { name: 'Sampling' });
    await sampling.getByRole('switch', { name: 'Sample traces' }).click();
    await sampling.getByRole('textbox', { name: 'Share of the rest (%)' }).fill('0');
    await sampling.getByRole('checkbox', { name: 'Traces that failed' }).click();
    await sampling.getByText('Of the newest 3 traces, none would be kept.').waitFor();
    await sampling.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Delete every new trace?' });
    await question.getByText('Deleted traces cannot be restored.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await server.sql('SELECT FROM sampling_policies')).toEqual([]);
    await sampling.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save rules' }).click();
    await sampling.getByText('This project keeps 0% of its traces.').waitFor();
  });

  it('shows members what was kept', async () => {
    await server.sql('DELETE FROM sampling_policies');
    const { errors } = await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      `mutation ($input: PatchProjectSamplingInput!) {
         patchProjectSampling(input: $input) { project { id } } }`,
      { input: { projectId, isEnabled: true, rules: { share: 0.1 } } },
    );
    expect(errors).toBeUndefined();
    await server.sql(
      `INSERT INTO sampling_quarters (project_id, quarter, outcome, trace_count, span_count)
       SELECT p.id, floor(extract(epoch FROM now()) / 900), c.* FROM projects p
        CROSS JOIN (VALUES ('FAILED', 340, 1), ('SHARE', 12000, 1), ('DROPPED', 105660, 1)) c
        WHERE p.name = 'shop'`,
    );
    const page = await open('MEMBER');
    const sampling = page.getByRole('region', { name: 'Sampling' });
    await sampling
      .getByText(
        'This project keeps all failed traces, and 10% of the rest: 12,340 of 118,000 traces of the last 24 hours were kept (10%).',
      )
      .waitFor();
    await sampling.getByText('Why: 340 failed, 12k by share.').waitFor();
    expect(await sampling.getByRole('switch').count()).toBe(0);
  });

  it('says what figures beside the list count', async () => {
    await server.sql(`UPDATE sampling_policies SET is_enabled = true`);
    const cookie = cookieOf(server.accounts.MEMBER).Cookie;
    const traces = config.replace(/config$/, 'traces');
    const page = await browser.open(traces, { cookie });
    await page.getByRole('link', { name: 'arrived' }).waitFor();
    await page.goto(`${traces}?status=error`);
    const note = page.getByRole('link', { name: 'kept' });
    await note.waitFor();
    await note.click();
    await page.getByRole('region', { name: 'Sampling' }).waitFor();
  });
});
