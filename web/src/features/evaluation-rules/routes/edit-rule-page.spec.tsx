import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, link } from '../../../testing/elements.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { aRule, listRules, RULE_FORM, showRule } from '../../../testing/factories/rules.js';
import { renderPage } from '../../../testing/render-page.js';
import { CreateRuleMutation, RuleQuery, UpdateRuleMutation } from '../api/rules.js';

const PATH = `/projects/${PROJECT_ID}/evaluation`;
const SAVED = { evaluationRule: { id: 'rule-1' } };

const open = (path: string, ...answers: Answer[]) =>
  renderPage(`${PATH}/${path}`, [
    ...projectFrame(),
    ...RULE_FORM,
    ...showRule(aRule()),
    ...answers,
  ]);

it('creates a rule in the project, and opens its page', async () => {
  const page = await open('new', answer(CreateRuleMutation, { createEvaluationRule: SAVED }));
  await page.fill(field('Name'), 'mentions Paris');
  await page.user.click(choice('Evaluator'));
  await page.user.click(screen.getByRole('option', { name: /^Contains/ }));
  await page.fill(field('Value of words'), 'Paris');
  await page.user.click(button('Create rule'));
  await screen.findByText('Rule mentions Paris created');
  screen.getByRole('heading', { name: 'mentions Paris' });
  expect(page.address()).toBe(`${PATH}/rule-1`);
  expect(page.sent(CreateRuleMutation)).toMatchObject([
    { input: { projectId: PROJECT_ID, name: 'mentions Paris', target: 'SPAN' } },
  ]);
});

it('leads from the form of a new rule back to the list', async () => {
  const page = await open('new', ...listRules());
  await page.user.click(button('Cancel'));
  screen.getByText('No evaluation rules yet');
});

it('sends only what can be changed of a rule', async () => {
  const page = await open(
    'rule-1/edit',
    answer(UpdateRuleMutation, { updateEvaluationRule: SAVED }),
  );
  await page.fill(field('Name'), 'mentions it');
  await page.user.click(button('Save rule'));
  await screen.findByText('Rule mentions it saved');
  expect(page.address()).toBe(`${PATH}/rule-1`);
  const [sent] = page.sent(UpdateRuleMutation);
  expect(sent?.input).toMatchObject({ id: 'rule-1', name: 'mentions it', samplingRate: 1 });
  expect(sent?.input).not.toHaveProperty('target');
});

it('asks before changes to a rule are lost', async () => {
  const page = await open('rule-1/edit');
  await page.fill(field('Name'), 'lost');
  await page.user.click(button('Cancel'));
  await page.user.click(button('Leave page'));
  screen.getByRole('heading', { name: 'mentions Paris' });
  expect(page.sent(UpdateRuleMutation)).toEqual([]);
});

it.each([
  ['is unknown', refuse(RuleQuery, 'Not found.', 'NOT_FOUND')],
  ['belongs to another project', showRule(aRule({ projectId: 'project-2' }))[0]!],
])('says so if the rule %s', async (_case, given) => {
  await open('rule-1/edit', given);
  screen.getByText('Rule not found');
  expect(link('All rules').getAttribute('href')).toBe(PATH);
});

it.each(['new', 'rule-1/edit'])('shows viewers no form at %s', async (path) => {
  await renderPage(
    `${PATH}/${path}`,
    [...projectFrame({ viewerRole: 'VIEWER' }), ...showRule(aRule())],
    {
      as: 'VIEWER',
    },
  );
  screen.getByText('Only members and administrators can change rules');
});
