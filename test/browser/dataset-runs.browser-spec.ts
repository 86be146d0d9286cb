import type { Page } from 'playwright-core';
import {
  aDatasetOfCities,
  answerCities,
  coolDown,
  questionOf,
} from '../experiments/jobs/running.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import {
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderServer,
  refusal,
  startProviderServer,
} from '../support/provider-server.js';
import { startTestServer, type TestServer } from '../support/server.js';

const EXAMPLES = 4;

const isChat = ({ path }: ProviderRequest) => path.endsWith('/chat/completions');

/** Answers chats, and lists no models. */
const chats =
  (answer: ProviderAnswer): ProviderAnswer =>
  (response, request) =>
    (isChat(request) ? answer : refusal(404, {}))(response, request);

/** Answers in another way if the question is about a city. */
const answerExcept = (city: string, other: ProviderAnswer): ProviderAnswer =>
  chats((response, request) =>
    (questionOf(request).includes(city) ? other : answerCities)(response, request),
  );

describe('prompts that run on a dataset', () => {
  let provider: ProviderServer;
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    provider = await startProviderServer();
    provider.answer(chats(answerCities));
    [server, browser] = await Promise.all([
      startTestServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` }),
      startBrowser(),
    ]);
    const { id } = await aDatasetOfCities(server, EXAMPLES);
    await server.sql("UPDATE datasets SET name = 'cities', name_folded = 'cities' WHERE id = $1", [
      id,
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    page = await browser.open(`${server.url}/playground`);
    await page.getByLabel('Provider').selectOption('OLLAMA');
    await page.getByRole('combobox', { name: 'Model name' }).fill('small');
    await page.keyboard.press('Escape');
    await page
      .getByRole('textbox', { name: 'Text of message 2', exact: true })
      .fill('Where is {{city}}?');
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const job = () => page.getByRole('region', { name: 'Run on the server' });

  async function openDialog() {
    await button('Run on a dataset…').click();
    const dialog = page.getByRole('dialog', { name: 'Run on a dataset' });
    await dialog.getByRole('combobox', { name: 'Dataset' }).click();
    await page.getByRole('option', { name: `cities · ${EXAMPLES} examples` }).click();
    return dialog;
  }

  /** Starts an experiment and opens its page. */
  async function start(name: string) {
    const dialog = await openDialog();
    await dialog.getByRole('textbox', { name: 'Name of the experiment' }).fill(name);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText(`${name} has started.`).waitFor();
    const link = dialog.getByRole('link', { name: 'Open experiment' });
    const path = await link.getAttribute('href');
    await browser.release(page);
    page = await browser.open(new URL(path!, server.url).href);
    await page.getByRole('heading', { name }).waitFor();
  }

  it('become experiments, and what failed is tried again', async () => {
    provider.answer(answerExcept('city-2', refusal(400, { error: { message: 'Not this one.' } })));
    await start('capitals');
    await job().getByText('Completed with failures').waitFor();
    await job().getByText(`${EXAMPLES} of ${EXAMPLES} runs`).waitFor();
    await job().getByText('1 failed', { exact: true }).waitFor();
    await button('Show what failed').click();
    await job().getByText('Not this one.').waitFor();

    provider.answer(chats(answerCities));
    await button('Retry what failed').click();
    await job().waitFor({ state: 'detached' });
    const questions = provider.requests.filter(isChat).map(questionOf);
    expect(questions.filter((question) => question.includes('city-1'))).toHaveLength(1);
    expect(questions.filter((question) => question.includes('city-2'))).toHaveLength(2);
  });

  it('are stopped on the page of the experiment, and resumed in the list', async () => {
    provider.answer(answerExcept('city-3', () => undefined));
    await start('halted');
    await job().getByText('Running').waitFor();
    await job()
      .getByText(`${EXAMPLES - 1} of ${EXAMPLES} runs`)
      .waitFor();
    await button('Stop').click();
    await job().getByText('Stopped', { exact: true }).waitFor();
    await coolDown(server);
    provider.answer(chats(answerCities));
    await page.goto(new URL('.', page.url()).href.replace(/\/$/, ''));
    const choose = async (item: string) => {
      await button('Actions for halted').click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await choose('Resume');
    await page.getByText('Resumed halted').waitFor();
    const runs = page.getByRole('row', { name: 'halted' }).getByRole('progressbar');
    await runs.waitFor({ state: 'detached' });
    await button('Actions for halted').click();
    expect(await page.getByRole('menuitem', { name: /Stop|Resume|Retry/ }).count()).toBe(0);
  });

  it('stop at a limit, which can be raised', async () => {
    provider.answer(chats(answerCities));
    const dialog = await openDialog();
    await dialog.getByRole('textbox', { name: 'Token limit' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Name of the experiment' }).fill('limited');
    await dialog.getByRole('textbox', { name: 'Repetitions' }).fill('20');
    await dialog.getByRole('button', { name: 'Start' }).click();
    const path = await dialog.getByRole('link', { name: 'Open experiment' }).getAttribute('href');
    await browser.release(page);
    page = await browser.open(new URL(path!, server.url).href);
    await job().getByText('Stopped at its token limit').waitFor();
    await button('Resume…').click();
    const resume = page.getByRole('dialog', { name: 'Resume experiment' });
    await resume.getByRole('textbox', { name: 'Token limit' }).fill('');
    await resume.getByRole('button', { name: 'Resume' }).click();
    await job().waitFor({ state: 'detached' });
    await page
      .getByText(String(EXAMPLES * 20), { exact: true })
      .first()
      .waitFor();
  });

  it('are refused with a reason, one by one', async () => {
    await button('Add prompt').click();
    const second = page.getByRole('region', { name: 'Prompt B' });
    await second.getByRole('textbox', { name: 'Text of message 2', exact: true }).fill('');
    await second.getByRole('textbox', { name: 'Text of message 1', exact: true }).fill('');
    const dialog = await openDialog();
    provider.answer(chats(answerCities));
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('Prompt B: Write a message.').waitFor();
    await dialog.getByRole('link', { name: 'Open experiment' }).waitFor();
    await page.keyboard.press('Escape');
    await button('Run on a dataset…').click();
    await page
      .getByRole('dialog', { name: 'Run on a dataset' })
      .getByRole('button', { name: 'Start' })
      .click();
    await page.getByText('Choose a dataset.').waitFor();
  });

  it('are judged by the evaluators that are chosen', async () => {
    await attach('mentions a country');
    await attach('mentions a city');
    provider.answer(chats(answerCities));
    const dialog = await openDialog();
    await dialog.getByRole('checkbox', { name: 'mentions a city' }).uncheck();
    await dialog.getByRole('button', { name: 'Start' }).click();
    const path = await dialog.getByRole('link', { name: 'Open experiment' }).getAttribute('href');
    const { data } = await server.gql<{ node: { job: { datasetEvaluators: object[] } } }>(
      `query ($id: ID!) {
        node(id: $id) { ... on Experiment { job { datasetEvaluators { name } } } }
      }`,
      { id: decodeURIComponent(path!.split('/').at(-1)!) },
    );
    expect(data?.node.job.datasetEvaluators).toEqual([{ name: 'mentions a country' }]);
  });

  /** Adds an evaluator to the dataset. */
  async function attach(name: string): Promise<void> {
    const { data } = await server.gql<{
      builtInEvaluators: { id: string; name: string }[];
      datasets: { edges: { node: { id: string } }[] };
    }>('{ builtInEvaluators { id name } datasets(first: 1) { edges { node { id } } } }');
    const contains = data!.builtInEvaluators.find((evaluator) => evaluator.name === 'contains');
    const { errors } = await server.gql(
      `mutation ($input: CreateDatasetBuiltinEvaluatorInput!) {
        createDatasetBuiltinEvaluator(input: $input) { evaluator { id } }
      }`,
      {
        input: {
          datasetId: data!.datasets.edges[0]!.node.id,
          evaluatorId: contains!.id,
          name,
          inputMapping: { literalMapping: { words: 'country' }, pathMapping: { text: 'output' } },
        },
      },
    );
    expect(errors).toBeUndefined();
  }
});
