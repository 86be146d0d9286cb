import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, choice, option } from '../../../testing/elements.js';
import { anAlertRule } from '../../../testing/factories/alerts.js';
import { A_SCALE } from '../../../testing/factories/annotated-lists.js';
import { aMetric, metricsOf } from '../../../testing/factories/metrics.js';
import { showScales } from '../../../testing/factories/project-frame.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  type AlertRule,
  CreateAlertRuleMutation,
  PreviewQuery,
  ReceiversQuery,
  UpdateAlertRuleMutation,
} from '../api/alert-rules.js';
import { AlertDialog } from './alert-dialog.js';

const ID = 'project-1';
/** The preview waits until typing rests, which takes a while on a busy machine. */
const PATIENTLY = { timeout: 15_000 };

/** Finds a field by how its label begins, which is cheaper than by its role. */
const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' });

const created = answer(CreateAlertRuleMutation, {
  createAlertRule: { alertRule: { id: 'rule-1' } },
});
const updated = answer(UpdateAlertRuleMutation, {
  updateAlertRule: { alertRule: { id: 'rule-1' } },
});

const previewed = (...values: (number | null)[]) =>
  answer(PreviewQuery, {
    node: {
      __typename: 'Project',
      id: ID,
      alertPreview: values.map((value, at) => ({ time: `2026-02-03T04:0${at}:00Z`, value })),
    },
  });
const receivers = (...names: string[]) =>
  answer(ReceiversQuery, {
    webhooks: { edges: names.map((name) => ({ node: { id: `webhook-${name}`, name } })) },
  });

async function open(shown: AlertRule | 'new', ...answers: Answer[]) {
  const calls: string[] = [];
  const page = await renderComponent(
    <AlertDialog projectId={ID} shown={shown} onClose={() => calls.push('closed')} />,
    [receivers('on call'), previewed(0.04, null, 0.5, 0.02), ...answers],
  );
  return { page, calls };
}

describe('the form for a new alert rule', () => {
  it('shows what the rule would have measured', async () => {
    const { page } = await open('new');
    screen.getByText('Beyond the threshold in 1 of the last 4 windows. The last value is 2%.');
    await page.fill(field('Threshold'), '3');
    screen.getByText(/^Beyond the threshold in 2 of the last 4 windows\./);
    await page.fill(field('Threshold'), 'many');
    screen.getByText('The last value is 2%.');
    expect(page.sent(PreviewQuery)).toEqual([
      {
        id: ID,
        target: 'TRACES',
        metric: null,
        condition: '',
        measure: 'ERROR_RATE',
        annotation: null,
        groupBy: null,
        groupAttribute: null,
        windowMinutes: 15,
        baseline: 'NONE',
        comparison: 'ABOVE',
      },
    ]);
    page.answer(refuse(PreviewQuery, 'Unknown name `x` (at character 1).'));
    await page.fill(field('Condition'), 'x');
    await screen.findByText('Unknown name `x` (at character 1).', {}, PATIENTLY);
  });

  it('marks what is missing, and sends nothing', async () => {
    const { page } = await open('new');
    await page.fill(field('Threshold'), 'many');
    await page.fill(field('Quiet time'), '0');
    await page.user.click(button('Create rule'));
    for (const text of ['Enter a name.', 'Enter a number.', 'Enter a whole number of minutes.']) {
      screen.getByText(text);
    }
    expect(page.sent(CreateAlertRuleMutation)).toEqual([]);
  });

  it('sends the rule with its receivers', async () => {
    const { page, calls } = await open('new', created);
    await page.fill(field('Name'), 'Many errors');
    await page.fill(field('Threshold'), '12,5');
    await page.user.click(choice('Webhooks'));
    await page.user.click(option('on call'));
    await page.user.click(choice('Email'));
    await page.user.click(option('ada (you)'));
    await page.user.click(button('Create rule'));
    await screen.findByText('Alert rule Many errors saved');
    expect(calls).toEqual(['closed']);
    expect(page.sent(CreateAlertRuleMutation)).toEqual([
      {
        input: {
          projectId: ID,
          name: 'Many errors',
          target: 'TRACES',
          metric: null,
          condition: '',
          measure: 'ERROR_RATE',
          annotation: null,
          groupBy: null,
          groupAttribute: null,
          windowMinutes: 15,
          baseline: 'NONE',
          comparison: 'ABOVE',
          threshold: 0.125,
          quietMinutes: 30,
          webhookIds: ['webhook-on call'],
          recipientIds: ['user-1'],
          isEnabled: true,
        },
      },
    ]);
  });

  it('watches a metric that the project stores', async () => {
    const { page } = await open(
      'new',
      created,
      ...metricsOf(aMetric('codex.turns'), aMetric('codex.queue', 'GAUGE')),
    );
    await page.fill(field('Name'), 'Many turns');
    await page.user.click(screen.getByRole('radio', { name: 'A metric' }));
    await page.user.click(button('Create rule'));
    screen.getByText('Choose a metric.');
    await page.user.click(choice('Metric'));
    await page.user.click(option('codex.queue (gauge, tokens)'));
    expect(choice('Measure').value).toBe('Last value');
    await page.user.click(choice('Metric'));
    await page.user.click(option('codex.turns (counter, tokens)'));
    await page.user.click(choice('Measure'));
    await page.user.click(option('Rate per minute'));
    await page.user.click(choice('Grouped by'));
    await page.user.click(option('Attribute'));
    await page.user.click(choice('Attribute'));
    await page.user.click(option('user.email'));
    await page.fill(field('Condition'), "model == 'opus'");
    await page.user.click(button('Create rule'));
    expect(page.sent(CreateAlertRuleMutation)).toMatchObject([
      {
        input: {
          target: 'METRICS',
          metric: 'codex.turns',
          measure: 'RATE',
          groupBy: 'ATTRIBUTE',
          groupAttribute: 'user.email',
          condition: "model == 'opus'",
        },
      },
    ]);
  });

  it('says how to send metrics if the project stores none', async () => {
    const { page } = await open('new', ...metricsOf());
    await page.user.click(screen.getByRole('radio', { name: 'A metric' }));
    screen.getByText(/^This project stores no metrics yet\./);
    screen.getByText('npx spandrel connect');
  });

  it('asks for the annotation of a mean score', async () => {
    const { page } = await open('new', created, showScales());
    await page.fill(field('Name'), 'Bad answers');
    await page.user.click(choice('Measure'));
    await page.user.click(option('Mean score'));
    await page.user.click(button('Create rule'));
    screen.getByText('Enter the name of the annotations.');
    await page.fill(field('Annotation'), 'correct');
    await page.user.click(choice('Fires'));
    await page.user.click(option('below'));
    await page.user.click(choice('In the last'));
    await page.user.click(option('day'));
    await page.user.click(screen.getByText('Spans'));
    await page.user.click(screen.getByText('Its change against last week'));
    await page.user.click(screen.getByRole('switch', { name: 'Enabled' }));
    await page.user.click(button('Create rule'));
    expect(page.sent(CreateAlertRuleMutation)[0]?.input).toMatchObject({
      target: 'SPANS',
      measure: 'SCORE',
      annotation: 'correct',
      windowMinutes: 1440,
      baseline: 'LAST_WEEK',
      comparison: 'BELOW',
      threshold: 5,
      isEnabled: false,
    });
  });

  it('watches each user or model separately, without a comparison', async () => {
    const { page } = await open('new', created);
    await page.fill(field('Name'), 'Big spenders');
    await page.user.click(screen.getByText('Its change against last week'));
    await page.user.click(screen.getByText('Spans'));
    await page.user.click(choice('Grouped by'));
    await page.user.click(option('Model'));
    expect(screen.queryByText('Its change against last week')).toBeNull();
    await screen.findByText(/The highest value in the last window is 2%\./, {}, PATIENTLY);
    await page.user.click(screen.getByText('Traces'));
    // Traces have no model.
    expect(choice('Grouped by')).toHaveProperty('value', '');
    await page.user.click(choice('Grouped by'));
    await page.user.click(option('Attribute'));
    await page.user.click(button('Create rule'));
    screen.getByText('Enter the name of the attribute.');
    await page.fill(field('Attribute'), 'metadata.tenant');
    await page.user.click(button('Create rule'));
    expect(page.sent(CreateAlertRuleMutation)[0]?.input).toMatchObject({
      target: 'TRACES',
      groupBy: 'ATTRIBUTE',
      groupAttribute: 'metadata.tenant',
      baseline: 'NONE',
    });
  });

  it('shows why a rule is refused until something is changed', async () => {
    const taken = 'An alert rule named "a" already exists. Choose another name.';
    const { page, calls } = await open('new', refuse(CreateAlertRuleMutation, taken, 'CONFLICT'));
    await page.fill(field('Name'), 'a');
    await page.user.click(button('Create rule'));
    screen.getByText(taken);
    expect(calls).toEqual([]);
    await page.fill(field('Name'), 'b');
    expect(screen.queryByText(taken)).toBeNull();
  });

  it('warns if it tells nobody, and says where webhooks are created', async () => {
    const { page } = await open('new', created);
    const notice = within(screen.getByRole('alert'));
    notice.getByText(/^This rule would tell nobody when it fires\./);
    const link = notice.getByRole('link', { name: /^create a webhook/ });
    expect(link.getAttribute('href')).toBe('/settings/webhooks');
    expect(link.getAttribute('target')).toBe('_blank');
    page.answer(receivers('on call', 'new one'));
    window.dispatchEvent(new Event('focus'));
    await page.user.click(choice('Webhooks'));
    await page.user.click(await screen.findByRole('option', { name: 'new one' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['MINIMIZE', 'above', 'below', 'Lower scores of “length” are better.'],
    ['MAXIMIZE', 'below', 'above', 'Higher scores of “length” are better.'],
  ] as const)('fires on the worse side of a score with the direction %s', async (...given) => {
    const [optimizationDirection, worse, better, reason] = given;
    const { page } = await open(
      'new',
      showScales({ ...A_SCALE, name: 'length', optimizationDirection }),
    );
    await page.user.click(choice('Measure'));
    await page.user.click(option('Mean score'));
    await page.fill(field('Annotation'), 'length');
    expect(choice('Fires')).toHaveProperty('value', worse);
    expect(screen.queryByText(reason, { exact: false })).toBeNull();
    await page.user.click(choice('Fires'));
    await page.user.click(option(better));
    screen.getByText(`${reason} This rule fires when they improve.`);
  });
});

describe('the form for a stored alert rule', () => {
  it('shows what is stored, and sends the changes', async () => {
    const { page, calls } = await open(
      anAlertRule({ recipients: [{ id: 'user-2', username: 'grace' }] }),
      updated,
    );
    expect(field('Threshold')).toHaveProperty('value', '10');
    await page.fill(field('Condition'), 'latency_ms > 1000');
    await page.user.click(button('Save rule'));
    expect(calls).toEqual(['closed']);
    const [sent] = page.sent(UpdateAlertRuleMutation);
    expect(sent?.input).toMatchObject({
      id: 'rule-1',
      condition: 'latency_ms > 1000',
      threshold: 0.1,
      webhookIds: ['webhook-1'],
      recipientIds: ['user-2'],
    });
    expect(sent?.input).not.toHaveProperty('projectId');
  });

  it('sends nothing if it is canceled', async () => {
    const { page, calls } = await open(anAlertRule());
    await page.user.click(button('Cancel'));
    expect(calls).toEqual(['closed']);
    expect(page.sent(UpdateAlertRuleMutation)).toEqual([]);
  });
});
