import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, cutOff, keepWaiting, refuse } from '../../../testing/answers.js';
import { button, row } from '../../../testing/elements.js';
import { anAlertRule } from '../../../testing/factories/alerts.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  type AlertRule,
  AlertsQuery,
  DeleteAlertRulesMutation,
  PreviewQuery,
  ReceiversQuery,
  TestAlertRuleMutation,
} from '../api/alert-rules.js';

const FIRED = {
  id: 'event-1',
  state: 'FIRING',
  summary: 'Alert "Many errors" fires.',
  createdAt: '2026-02-03T04:05:06Z',
} as const;

const listed = (rules: AlertRule[], events: (typeof FIRED)[] = []) =>
  answer(AlertsQuery, {
    node: {
      ...PROJECT,
      alertRules: { edges: rules.map((node) => ({ node })) },
      alertEvents: { edges: events.map((node) => ({ node })) },
    },
  });
const open = (answers: Answer[], role: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderPage(
    `/projects/${PROJECT_ID}/alerts`,
    [...projectFrame({ viewerRole: role }), ...answers],
    { as: role },
  );

describe('the alert rules of a project', () => {
  it('are explained while there are none', async () => {
    await open([listed([])], 'VIEWER');
    screen.getByText('No alert rules yet');
    screen.getByText(/A member can create one\.$/);
    expect(screen.queryByRole('button', { name: 'New alert rule' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
  });

  it('are listed with their states and history', async () => {
    await open([
      listed(
        [
          anAlertRule({ state: 'FIRING', lastValue: 0.5 }),
          anAlertRule({
            id: 'rule-2',
            name: 'Slow',
            measure: 'LATENCY_P95',
            threshold: 2000,
            condition: "name == 'chat'",
            lastValue: null,
            lastError: 'It took too long.',
            webhooks: [],
          }),
          anAlertRule({ id: 'rule-3', name: 'Off', isEnabled: false, state: 'FIRING' }),
          anAlertRule({ id: 'rule-4', name: 'New', evaluatedAt: null }),
          anAlertRule({
            id: 'rule-5',
            name: 'Fine',
            recipients: [{ id: 'user-2', username: 'grace' }],
          }),
        ],
        [FIRED],
      ),
    ]);
    const rate = 'Error rate of traces in the last 15 minutes, above 10%';
    row(new RegExp(`^Many errors Firing \\S+ ago 50% ${rate} on call`));
    row(
      /^Slow Not measured – Latency, 95th percentile of traces .*, above 2(\.0)? s, if name == 'chat' Nobody/,
    );
    row(/^Off Disabled/);
    row(/^New Waiting/);
    row(/^Fine OK 5% .* on call, grace/);
    screen.getByText('5 rules');
    within(screen.getByRole('region', { name: 'History' })).getByText(
      /Alert "Many errors" fires\./,
    );
  });

  it('open in a form', async () => {
    const page = await open([listed([]), keepWaiting(PreviewQuery), keepWaiting(ReceiversQuery)]);
    await page.user.click(button('New alert rule'));
    screen.getByRole('dialog', { name: 'New alert rule' });
    expect(page.sent(AlertsQuery)[0]).toEqual({ id: PROJECT_ID, first: 200, events: 30 });
  });

  it('are tested', async () => {
    const page = await open([
      listed([anAlertRule()]),
      answer(TestAlertRuleMutation, {
        testAlertRule: { value: 0.25, groups: null, pricedSpans: null },
      }),
    ]);
    await page.user.click(button('Test Many errors'));
    await screen.findByText('A test was sent. The value is 25% now.');
    page.answer(refuse(TestAlertRuleMutation, 'Nobody receives this alert.'));
    await page.user.click(button('Test Many errors'));
    await screen.findByText('Nobody receives this alert.');
    expect(page.sent(TestAlertRuleMutation)).toEqual([
      { input: { id: 'rule-1' } },
      { input: { id: 'rule-1' } },
    ]);
  });

  it('name the groups that fire, and those that a test finds', async () => {
    const firingGroups = ['ada', 'ben', 'eve'].map((key) => ({
      key,
      value: 0.5,
      firingSince: '2026-02-03T04:05:06Z',
    }));
    const groups = [
      { key: 'ada', value: 0.5 },
      { key: 'joe', value: 0.05 },
    ];
    await open([
      listed([anAlertRule({ state: 'FIRING', groupBy: 'USER', firingGroups })]),
      answer(TestAlertRuleMutation, { testAlertRule: { value: 0.5, groups, pricedSpans: null } }),
    ]).then((page) => page.user.click(button('Test Many errors')));
    row(
      /^Many errors Firing \S+ ago ?: ada, ben, and 1 more .* Error rate of traces by user in the last 15 minutes/,
    );
    await screen.findByText('A test was sent. Beyond the threshold now: ada.');
  });

  it('say after a test how many calls the cost leaves out', async () => {
    const test = (unpricedSpanCount: number) =>
      answer(TestAlertRuleMutation, {
        testAlertRule: {
          value: 1.5,
          groups: null,
          pricedSpans: { spanCount: 300, unpricedSpanCount },
        },
      });
    const page = await open([listed([anAlertRule({ measure: 'COST' })]), test(44)]);
    await page.user.click(button('Test Many errors'));
    await screen.findByText(
      'A test was sent. The value is $1.50 now, with 44 of 300 calls not priced.',
    );
    page.answer(test(0));
    await page.user.click(button('Test Many errors'));
    await screen.findByText('A test was sent. The value is $1.50 now.');
  });

  it('are deleted after a question', async () => {
    const page = await open([
      listed([anAlertRule()]),
      answer(DeleteAlertRulesMutation, { deleteAlertRules: { deletedAlertRuleIds: ['rule-1'] } }),
    ]);
    await page.user.click(button('Delete Many errors'));
    const question = within(screen.getByRole('dialog', { name: 'Delete Many errors' }));
    question.getByText(/^This deletes the rule with its history\./);
    expect(page.sent(DeleteAlertRulesMutation)).toEqual([]);
    page.answer(listed([]));
    await page.user.click(question.getByRole('button', { name: 'Delete rule' }));
    screen.getByText('No alert rules yet');
    expect(page.sent(DeleteAlertRulesMutation)).toEqual([{ input: { alertRuleIds: ['rule-1'] } }]);
  });

  it('have no actions for viewers', async () => {
    await open([listed([anAlertRule()])], 'VIEWER');
    row(/^Many errors OK/);
    for (const name of ['New alert rule', 'Test Many errors', 'Edit Many errors']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('are read again after an error', async () => {
    const page = await open([cutOff(AlertsQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(listed([]));
    await page.user.click(button('Try again'));
    screen.getByText('No alert rules yet');
  });
});
