import type { Page } from 'playwright-core';
import supertest from 'supertest';
import { aDatasetOfCities, answerCities, questionOf } from '../../experiments/jobs/running.js';
import { bearer } from '../../support/accounts.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { refusal } from '../../support/provider-server.js';
import { makePrompts, type ShownPrompts } from '../prompts-to-show.js';
import { close, heading, link, press, text } from './steps.js';
import { type Area, send, type WalkedServer } from './walk.js';

interface Shown extends ShownPrompts {
  server: WalkedServer;
  /** The `Cookie` header of a viewer who is a member of a project. */
  helper: string;
}

async function fixture(server: WalkedServer): Promise<Shown> {
  const request = supertest.agent(server.url).set(bearer(server.accounts.MEMBER.key));
  const shown = await makePrompts({ ...server, request });
  const { id } = await aProject(server, { name: 'open' });
  const helper = await server.createAccount('VIEWER');
  await send(
    server,
    `mutation ($input: SetProjectRoleInput!) { setProjectRole(input: $input) { project { id } } }`,
    { input: { projectId: globalId('Project', id), email: helper.email, role: 'MEMBER' } },
  );
  await addDataset(server);
  return { ...shown, server, helper: helper.cookie };
}

/** Adds a dataset of cities with an evaluator. */
async function addDataset(server: WalkedServer): Promise<void> {
  const { id } = await aDatasetOfCities(server, 3);
  const name = "UPDATE datasets SET name = 'cities', name_folded = 'cities' WHERE id = $1";
  await server.sql(name, [id]);
  const { builtInEvaluators } = await send<{ builtInEvaluators: { id: string; name: string }[] }>(
    server,
    '{ builtInEvaluators { id name } }',
  );
  await send(
    server,
    `mutation ($input: CreateDatasetBuiltinEvaluatorInput!) {
       createDatasetBuiltinEvaluator(input: $input) { evaluator { id } } }`,
    {
      input: {
        datasetId: globalId('Dataset', id),
        evaluatorId: builtInEvaluators.find((evaluator) => evaluator.name === 'contains')!.id,
        name: 'mentions a country',
        inputMapping: { literalMapping: { words: 'country' }, pathMapping: { text: 'output' } },
      },
    },
  );
}

const at =
  (rest = '') =>
  ({ desk }: Shown): string =>
    `/prompts/${encodeURIComponent(desk)}${rest}`;
const second =
  (search = '') =>
  (shown: Shown): string =>
    at(`/versions/${encodeURIComponent(shown.versions[1]!)}${search}`)(shown);
/** Viewers edit what is in their own playground. */
const trying = { may: /prompt|message|tool/i };

export const prompts: Area<Shown> = {
  fixture,
  stops: {
    '/prompts': [{ name: 'prompts', path: () => '/prompts', ready: link('support-desk') }],
    '/prompts/new': [
      {
        name: 'the editor of a new prompt',
        path: () => '/prompts/new',
        ready: heading('New prompt'),
        viewer: {
          ready: async (page) => {
            await heading('Only members and administrators can edit prompts')(page);
            expect(await page.getByRole('textbox').count()).toBe(0);
          },
        },
      },
      {
        name: 'a viewer who may add prompts to a project',
        path: () => '/prompts/new',
        ready: (page) => page.getByRole('combobox', { name: 'Project' }).waitFor(),
        as: ({ helper }) => helper,
      },
    ],
    '/prompts/$promptId/edit': [
      {
        name: 'the editor',
        path: at('/edit'),
        ready: async (page) => {
          await page.getByRole('textbox', { name: 'Tools', exact: true }).waitFor();
          await page.getByText('Variables:').waitFor();
        },
        viewer: { ready: heading('Only members and administrators can edit prompts') },
      },
    ],
    '/prompts/$promptId/': [
      {
        name: 'a prompt',
        path: at(),
        ready: heading('Version 3'),
        open: async (page, look) => {
          await press(page, 'Use in code');
          await page.getByText('prompts.get(').waitFor();
          await look('the code to use it');
        },
      },
    ],
    '/prompts/$promptId/versions/': [
      { name: 'the newest version', path: at('/versions'), ready: heading('Version 3') },
    ],
    '/prompts/$promptId/versions/$versionId': [
      {
        name: 'a version',
        path: second(),
        ready: heading('Version 2'),
        open: async (page, look) => {
          await page.getByRole('button', { name: 'Tag', exact: true }).click();
          await page.getByRole('textbox', { name: 'Tag name' }).waitFor();
          await look('setting a tag');
        },
      },
      {
        name: 'two versions compared',
        path: second('?compare=previous'),
        ready: (page) => page.getByRole('insertion').first().waitFor(),
      },
    ],
    '/prompts/$promptId/config': [
      {
        name: 'its tags',
        path: at('/config'),
        ready: async (page) => {
          await heading('Tags')(page);
          await text('production')(page);
        },
      },
    ],
    '/playground': [
      {
        name: 'two prompts for a provider without a key',
        path: () => '/playground',
        ready: (page) => page.getByRole('region', { name: 'Answer' }).first().waitFor(),
        viewer: {
          ...trying,
          ready: text('Only members and administrators can run and save prompts.'),
        },
        open: async (page, look) => {
          await text('This server has no key')(page);
          await press(page, 'Add prompt');
          await page.getByRole('region', { name: 'Answer B' }).waitFor();
          await look('the second');
        },
      },
      {
        name: 'a prompt that runs on a dataset',
        path: () => '/playground',
        ready: (page) => page.getByLabel('Provider').waitFor(),
        as: ({ server }) => server.accounts.ADMIN.cookie,
        open: (page, look, { server }) => runOnDataset(page, look, server),
      },
    ],
  },
};

/** Runs a prompt that fails once, and looks at the experiment. */
async function runOnDataset(
  page: Page,
  look: (what: string) => Promise<void>,
  { provider }: WalkedServer,
): Promise<void> {
  provider.answer((response, request) => {
    const isAnswered =
      request.path.endsWith('/chat/completions') && !questionOf(request).includes('city-2');
    const answer = isAnswered
      ? answerCities
      : refusal(400, { error: { message: 'Not this one.' } });
    return answer(response, request);
  });
  await page.getByLabel('Provider').selectOption('OLLAMA');
  await page.getByRole('combobox', { name: 'Model name' }).fill('small');
  await close(page);
  await page
    .getByRole('textbox', { name: 'Text of message 2', exact: true })
    .fill('Where is {{city}}?');
  await press(page, 'Run on a dataset…');
  const dialog = page.getByRole('dialog', { name: 'Run on a dataset' });
  await dialog.getByRole('combobox', { name: 'Dataset' }).click();
  await page.getByRole('option', { name: 'cities · 3 examples' }).click();
  await dialog.getByRole('checkbox', { name: 'mentions a country' }).uncheck();
  await look('the dialog');
  await dialog.getByRole('button', { name: 'Start' }).click();
  const opened = dialog.getByRole('link', { name: 'Open experiment' });
  // The link opens another tab.
  await page.goto(new URL((await opened.getAttribute('href'))!, page.url()).href);
  const job = page.getByRole('region', { name: 'Run on the server' });
  await job.getByText('Completed with failures').waitFor();
  await press(page, 'Show what failed');
  await job.getByText('Not this one.').waitFor();
  await look('what failed');
}
