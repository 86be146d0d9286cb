import { screen } from '@testing-library/react/pure';
import { RequestError } from '../../../lib/data/request-error.js';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, option } from '../../../testing/elements.js';
import { OpenRuleForm } from '../../../testing/factories/open-rule-form.js';
import { PROJECT } from '../../../testing/factories/project-scope.js';
import { aRule, CONTAINS, RULE_FORM } from '../../../testing/factories/rules.js';
import { renderComponent } from '../../../testing/render-page.js';
import { MatchingCountQuery } from '../api/matching-count.js';
import { ChosenEvaluatorQuery, EvaluatorChoicesQuery } from '../api/rule-evaluators.js';
import type { Rule, RuleInput } from '../api/rules.js';

const CODE = { id: 'code-1', name: 'starts with P', description: null, kind: 'CODE' } as const;

async function open(
  { rule, refusals = [] }: { rule?: Rule; refusals?: RequestError[] },
  ...answers: Answer[]
) {
  const saved: RuleInput[] = [];
  const page = await renderComponent(
    <OpenRuleForm rule={rule} saved={saved} refusals={refusals} />,
    [...RULE_FORM, ...answers],
  );
  return { page, saved };
}

const refused = (message: string, code = 'BAD_REQUEST', position?: number) =>
  new RequestError(message, { code, position });
const path = (name: string) => choice(`Path of ${name}`);

describe('the form of a new rule', () => {
  it('says what is missing, field by field, and sends nothing', async () => {
    const { page, saved } = await open({});
    await page.fill(field('Sample'), '200');
    await page.fill(field('Evaluations'), '1.5');
    await page.fill(field('US dollars'), 'a few');
    await page.user.click(button('Create rule'));
    screen.getByText('Enter a name.');
    screen.getByText('Choose an evaluator.');
    screen.getByText('Enter a percentage above 0 and up to 100.');
    screen.getByText('Enter a whole number, or nothing for no limit.');
    screen.getByText('Enter an amount such as 2.50, or nothing for no limit.');
    screen.getByText('Correct the marked fields.');
    await page.fill(field('Sample'), '100');
    expect(screen.queryByText('Enter a percentage above 0 and up to 100.')).toBeNull();
    expect(saved).toEqual([]);
  });

  it('counts what would be evaluated, for each target and condition', async () => {
    const { page } = await open({});
    screen.getByText(/^3 spans of the last 7 days meet it\. At 10%, that is less than one/);
    screen.getByText('Without a condition, every span meets it.');
    await page.fill(field('Condition on spans'), "span_kind == 'LLM'");
    await page.user.click(screen.getByRole('radio', { name: 'Traces' }));
    screen.getByText(/^2 traces of the last 7 days meet it\./);
    // A condition on spans means nothing for traces.
    expect(field('Condition on traces')).toHaveProperty('value', '');
    await page.user.click(screen.getByRole('radio', { name: 'Sessions' }));
    screen.getByText('No session of the last 7 days meets it.');
    expect(page.sent(MatchingCountQuery).at(-1)).toMatchObject({
      condition: null,
      ofSpans: false,
      ofTraces: false,
      ofSessions: true,
    });
  });

  it('counts what meets a condition once typing pauses', async () => {
    const { page } = await open(
      {},
      answer(MatchingCountQuery, ({ condition }) => ({
        node: { ...PROJECT, SPAN: condition ? 1 : 3 },
      })),
    );
    await page.fill(field('Condition on spans'), ' latency_ms > 5 ');
    screen.getByText(/^3 spans of the last 7 days meet it\./);
    await screen.findByText(/^1 span of the last 7 days meets it\./, {}, { timeout: 3000 });
    expect(page.sent(MatchingCountQuery).map(({ condition }) => condition)).toEqual([
      null,
      'latency_ms > 5',
    ]);
  });

  it.each([
    ['Unknown name `x` (at character 1)', 1, false],
    ['It took too long.', undefined, true],
  ])('counts nothing if that is refused with “%s”', async (message, position, isSaid) => {
    await open({}, refuse(MatchingCountQuery, message, 'BAD_REQUEST', position));
    expect(screen.queryByText(/of the last 7 days meets? it/)).toBeNull();
    const said = screen.queryByText('Counting the matches takes too long.');
    expect(said !== null).toBe(isSaid);
  });

  it('finds an evaluator by name, and suggests the paths of the newest span', async () => {
    const { page, saved } = await open({});
    await page.fill(field('Name'), 'mentions Paris');
    await page.fill(choice('Evaluator'), 'contains');
    await page.user.click(screen.getByRole('option', { name: /^Contains/ }));
    expect(path('text')).toHaveProperty('value', 'output');
    await page.fill(path('text'), 'input.');
    await page.user.click(option('input.question'));
    await page.fill(field('Value of words'), 'Paris');
    await page.fill(field('Condition on spans'), " span_kind == 'LLM' ");
    await page.user.click(field('Name'));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(saved).toEqual([
      {
        name: 'mentions Paris',
        target: 'SPAN',
        condition: "span_kind == 'LLM'",
        samplingRate: 0.1,
        evaluatorId: 'built-in-1',
        inputMapping: {
          literalMapping: { words: 'Paris' },
          pathMapping: { text: 'input.question' },
        },
        maxEvaluationsPerDay: 1000,
        maxCostPerDay: null,
        isEnabled: true,
      },
    ]);
  });

  it('uses an evaluator that is created in another tab', async () => {
    const { page } = await open({});
    await page.fill(choice('Evaluator'), CODE.name);
    screen.getByText('No evaluator has this name.');
    const link = screen.getByRole('link', { name: /^New evaluator/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/evaluators/new',
      '_blank',
    ]);
    page.answer(
      answer(EvaluatorChoicesQuery, {
        builtInEvaluators: [CONTAINS],
        evaluators: { edges: [{ node: CODE }] },
      }),
      answer(ChosenEvaluatorQuery, {
        node: {
          ...CODE,
          __typename: 'CodeEvaluator',
          inputSchema: { type: 'object', properties: { output: {} } },
          inputMapping: { literalMapping: {}, pathMapping: { output: 'output' } },
        },
      }),
    );
    window.dispatchEvent(new Event('focus'));
    await page.user.click(await screen.findByRole('option', { name: CODE.name }));
    expect(path('output')).toHaveProperty('value', 'output');
    expect(page.sent(ChosenEvaluatorQuery)).toEqual([{ id: 'code-1' }]);
  });
});

describe('the form of a stored rule', () => {
  it('shows what is stored, and cannot evaluate anything else', async () => {
    await open({ rule: aRule({ samplingRate: 0.07, maxCostPerDay: 2.5, isEnabled: false }) });
    screen.getByText('Spans. To evaluate something else, create another rule.');
    const values = ['Name', 'Sample', 'Value of words', 'Evaluations', 'US dollars'].map(
      (name) => (field(name) as HTMLInputElement).value,
    );
    expect(values).toEqual(['mentions Paris', '7', 'Paris', '1000', '2.5']);
    expect(choice('Evaluator')).toHaveProperty('value', 'Contains');
    expect(screen.getByRole('switch', { name: /^Enabled/ })).toHaveProperty('checked', false);
  });

  it('reads an empty field as no limit', async () => {
    const { page, saved } = await open({ rule: aRule() });
    await page.fill(field('Evaluations'), '');
    await page.fill(field('US dollars'), '$2.50');
    await page.user.click(button('Save rule'));
    expect(saved).toMatchObject([{ maxEvaluationsPerDay: null, maxCostPerDay: 2.5 }]);
  });

  it('shows beside the name that another rule has it, until the name is changed', async () => {
    const message = 'A rule named "mentions Paris" already exists. Choose another name.';
    const { page, saved } = await open({ rule: aRule(), refusals: [refused(message, 'CONFLICT')] });
    await page.user.click(button('Save rule'));
    screen.getByText(message);
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    screen.getByText('Correct the marked fields.');
    await page.fill(field('Name'), 'mentions it');
    expect(screen.queryByText(message)).toBeNull();
    await page.user.click(button('Save rule'));
    expect(saved.map(({ name }) => name)).toEqual(['mentions Paris', 'mentions it']);
  });

  it.each([
    ['at the inputs that one is wrong', '"output[" is not a path.', 'UNPROCESSABLE', null, 1],
    ['that the condition is wrong', 'Unknown name (at character 1)', 'BAD_REQUEST', 1, 0],
    ['what has no field', 'A project has at most 50 rules.', 'CONFLICT', null, 0],
  ])('says %s, and keeps what is typed', async (_name, message, code, position, marked) => {
    const refusals = [refused(message, code, position ?? undefined)];
    const { page } = await open({ rule: aRule(), refusals });
    await page.fill(path('text'), 'output[');
    await page.user.click(button('Save rule'));
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toEqual(marked ? [message, 'Correct the marked fields.'] : [message]);
    expect(path('text')).toHaveProperty('value', 'output[');
  });
});
