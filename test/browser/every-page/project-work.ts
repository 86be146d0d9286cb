import type { Locator, Page } from 'playwright-core';
import { choose, link, press, text } from './steps.js';
import { type Area, REFUSED } from './walk.js';
import { projectsToShow, type ShownProjects } from './project-work-fixture.js';
const at =
  (tab: string, project: 'shop' | 'quiet' | 'empty' | 'sampled' = 'shop') =>
  (shown: ShownProjects): string =>
    `/projects/${shown[project]}/${tab}`;
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const region = (page: Page, name: string): Locator => page.getByRole('region', { name });

export const projectWork: Area<ShownProjects> = {
  fixture: projectsToShow,
  stops: {
    '/projects/$projectId/traces': [
      {
        name: 'a project without traces',
        isOther: true,
        path: at('traces', 'empty'),
        ready: text('Waiting for the first trace'),
        viewer: { ready: text('No traces yet') },
      },
      {
        name: 'what the figures of a sampled project count',
        path: at('traces', 'sampled'),
        ready: link('arrived'),
      },
    ],
    '/projects/$projectId/dashboards': [
      {
        name: 'dashboards',
        path: at('dashboards'),
        ready: link('use'),
        // Theirs are seen by nobody else.
        viewer: { may: /^New dashboard$/ },
      },
      { name: 'no dashboards', path: at('dashboards', 'quiet'), ready: text('No dashboards yet') },
    ],
    '/projects/$projectId/dashboards/$dashboardId': [
      {
        name: 'a shared dashboard',
        path: (shown) => `${at('dashboards')(shown)}/${shown.dashboard}`,
        ready: async (page) => {
          await region(page, 'Users').getByText('ada').waitFor();
          await region(page, 'Names').getByRole('slider').waitFor();
        },
        open: async (page, look) => {
          await press(page, 'Edit charts');
          await look('its charts while they are edited');
          await press(page, 'Edit Users');
          const dialog = page.getByRole('dialog', { name: 'Edit chart' });
          await dialog.getByRole('region', { name: 'Users' }).getByText('ada').waitFor();
          await dialog.getByRole('combobox', { name: 'Grouped by' }).click();
          await page.getByRole('option', { name: 'Attribute' }).click();
          await dialog.getByText('Enter the name of an attribute.').waitFor();
          await look('the form of a chart');
        },
      },
    ],
    '/projects/$projectId/evaluation': [
      {
        name: 'evaluation rules',
        path: at('evaluation'),
        ready: (page) => page.getByRole('row', { name: /mentions Paris.*3 of 4/ }).waitFor(),
        open: async (page, look) => {
          await choose(page, 'Actions for names a city', 'Evaluate past spans…');
          const dialog = page.getByRole('dialog', { name: 'Evaluate past spans' });
          await dialog.getByText(/\d spans in this range meet the condition\./).waitFor();
          await look('evaluating past spans');
        },
      },
    ],
    '/projects/$projectId/evaluation/new': [
      {
        name: 'a new rule',
        path: at('evaluation/new'),
        ready: (page) => page.getByRole('combobox', { name: 'Evaluator' }).waitFor(),
        viewer: { ready: text('Only members and administrators can change rules') },
        open: async (page, look) => {
          await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paris');
          await page.getByRole('combobox', { name: 'Evaluator' }).fill('contai');
          await page.getByRole('option', { name: /^Contains/ }).click();
          await page.getByRole('textbox', { name: 'Value of words', exact: true }).fill('Paris');
          await press(page, 'Try on recent spans');
          await page.getByText('The text contains "Paris".').first().waitFor();
          const previews = page.getByRole('region', { name: /^Preview of span/ });
          await previews.first().getByText('Inputs').click();
          await look('previews of the rule');
        },
      },
    ],
    '/projects/$projectId/evaluation/$ruleId': [
      {
        name: 'what a rule has found',
        path: (shown) => `${at('evaluation')(shown)}/${encodeURIComponent(shown.rule)}`,
        ready: async (page) => {
          await region(page, 'Mean score').getByRole('slider').waitFor();
          await page
            .getByRole('row', { name: /true 1 The text contains "Paris"/ })
            .first()
            .waitFor();
        },
      },
    ],
    '/projects/$projectId/evaluation/$ruleId/edit': [
      {
        name: 'the form of a rule',
        path: (shown) => `${at('evaluation')(shown)}/${encodeURIComponent(shown.rule)}/edit`,
        ready: (page) => page.getByRole('combobox', { name: 'Path of text' }).waitFor(),
        viewer: { ready: text('Only members and administrators can change rules') },
      },
    ],
    '/projects/$projectId/alerts': [
      {
        name: 'a rule that fires',
        path: at('alerts'),
        ready: async (page) => {
          await page.getByText('Firing').first().waitFor();
          await region(page, 'History').getByText('Alert "Many errors"').waitFor();
        },
        open: async (page, look) => {
          await press(page, 'New alert rule');
          const form = page.getByRole('dialog', { name: 'New alert rule' });
          await form.getByRole('textbox', { name: 'Name' }).fill('More errors');
          await form.getByText(/Beyond the threshold in \d of the last 96 windows/).waitFor();
          await form.getByRole('textbox', { name: 'Threshold' }).fill('many');
          await form.getByRole('button', { name: 'Create rule' }).click();
          await form.getByText('Enter a number.').waitFor();
          await look('a new rule with a mistake');
        },
      },
      {
        name: 'no rules',
        path: at('alerts', 'empty'),
        ready: text('No alert rules yet'),
        viewer: { ready: text('A member can create one.') },
      },
    ],
    '/projects/$projectId/ingestion': [
      {
        name: 'what is wrong with exporters',
        path: at('ingestion'),
        ready: async (page) => {
          await text('Its clock is 4 minutes ahead.')(page);
          await link('nameless')(page);
        },
        open: async (page, look) => {
          await link('nameless')(page);
          const boxes = page.getByRole('checkbox', { name: 'Select nameless' });
          await boxes.nth(0).click();
          await boxes.nth(1).click();
          await page.getByText('2 errors selected').waitFor();
          await look('selected errors');
          await page.getByRole('link', { name: 'nameless' }).first().click();
          const panel = region(page, 'Refused span');
          await panel.getByText('The span has no span ID.').waitFor();
          await panel.getByText('resourceSpans').waitFor();
          await look('a refused span');
        },
      },
      {
        name: 'nothing is wrong',
        path: at('ingestion', 'quiet'),
        ready: text('Everything was stored'),
      },
    ],
    '/projects/$projectId/review': [
      { name: 'review queues', path: at('review'), ready: link('Last answers') },
    ],
    '/projects/$projectId/review/$queueId': [
      {
        name: 'a trace to review',
        path: (shown) => `${at('review')(shown)}/${shown.traceQueue}`,
        ready: (page) => page.getByRole('button', { name: 'good' }).first().waitFor(),
        viewer: { ready: text('Not enough judgments.') },
        open: async (page, look) => {
          await press(page, 'Summary');
          await page.getByText('Nobody has').or(page.getByRole('table')).first().waitFor();
          await look('the summary');
        },
      },
      {
        name: 'a session to review',
        path: (shown) => `${at('review')(shown)}/${shown.sessionQueue}`,
        ready: async (page) => {
          await page.getByText('Turn 1', { exact: true }).waitFor();
          await page.getByRole('button', { name: 'good' }).first().waitFor();
        },
      },
    ],
    '/projects/$projectId/config': [
      {
        name: 'the config of a project',
        path: at('config'),
        ready: text('positive (1), negative (0)'),
        open: lookAtMasking,
      },
      {
        name: 'the sampling of a project, and who has access to it',
        path: at('config', 'quiet'),
        ready: (page) =>
          page.getByRole('switch', { name: 'Sample traces' }).waitFor({ state: 'attached' }),
        logs: REFUSED,
        open: async (page, look, { server }) => {
          await lookAtSampling(page, look);
          const access = region(page, 'Access');
          await access.getByRole('switch', { name: 'Private' }).click();
          await dialogOf(page).getByText('only administrators will see it').waitFor();
          await look('the question before a project gets private');
          await dialogOf(page).getByRole('button', { name: 'Make private' }).click();
          const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
          await crumbs.getByRole('img', { name: 'Private' }).waitFor();
          const add = access.getByRole('form', { name: 'Add a role' });
          const email = add.getByRole('textbox', { name: 'Email address' });
          await email.fill(server.accounts.MEMBER.email);
          await add.getByRole('button', { name: 'Add' }).click();
          await access.getByText(server.accounts.MEMBER.email).waitFor();
          await access.getByText('Group', { exact: true }).click();
          await access.getByRole('combobox', { name: 'Group' }).click();
          await page.getByRole('option', { name: 'support' }).click();
          await access.getByRole('button', { name: 'Add' }).click();
          await access.getByRole('row').filter({ hasText: '1 person' }).waitFor();
          await look('the roles of users and groups');
        },
      },
      {
        name: 'a private project for those who may only read it',
        path: at('config', 'sampled'),
        ready: async (page) => {
          await text('Your role here is Viewer')(page);
          await text('Why: 340 failed, 12k by share.')(page);
        },
        as: ({ reader }) => reader,
      },
    ],
  },
};

async function lookAtSampling(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  const sampling = region(page, 'Sampling');
  const field = (name: string) => sampling.getByRole('textbox', { name });
  await sampling.getByRole('switch', { name: 'Sample traces' }).click();
  await field('Share of the rest (%)').fill('0');
  await sampling.getByRole('checkbox', { name: 'Traces that failed' }).click();
  await sampling.getByText('none would be kept.').waitFor();
  await sampling.getByRole('button', { name: 'Save' }).click();
  await dialogOf(page).getByText('Deleted traces cannot be restored.').waitFor();
  await look('the question before all traces are dropped');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await field('Traces that meet a condition').fill('num_span > 3');
  await sampling.getByText('num_spans').waitFor();
  await sampling.getByRole('button', { name: 'Add annotation' }).click();
  await field('Name of the annotation').fill('correct');
  await field('Labels, separated by commas').fill('wrong');
  await look('the rules of sampling, with a mistake');
}

async function lookAtMasking(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  const masking = region(page, 'Masking');
  const field = (name: string) => masking.getByRole('textbox', { name, exact: true });
  await masking.getByRole('checkbox', { name: 'Email addresses' }).click();
  await masking.getByRole('button', { name: 'Add pattern' }).click();
  await field('Name of the pattern').fill('customer');
  await field('Pattern').fill('KD-\\d{6}');
  await masking.getByRole('button', { name: 'Preview' }).click();
  const preview = masking.getByRole('region', { name: 'Preview' });
  await preview.getByText('Ada, [email], customer [customer]').first().waitFor();
  await look('a preview of masks');
}
