import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field } from '../../../testing/elements.js';
import { OpenRuleForm } from '../../../testing/factories/open-rule-form.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { aRule, RULE_FORM } from '../../../testing/factories/rules.js';
import { renderComponent } from '../../../testing/render-page.js';
import { PreviewRuleMutation, type RulePreviewResult } from '../api/rule-preview.js';
import type { Rule } from '../api/rules.js';

const open = (rule: Rule | undefined, ...answers: Answer[]) =>
  renderComponent(<OpenRuleForm rule={rule} />, [...RULE_FORM, ...answers]);
const previewed = (...results: Partial<RulePreviewResult>[]) =>
  answer(PreviewRuleMutation, {
    previewEvaluationRule: {
      results: results.map((result) => ({
        traceId: null,
        spanId: null,
        sessionId: null,
        inputs: '{"text":"Paris, of course"}',
        label: null,
        score: null,
        explanation: null,
        error: null,
        ...result,
      })),
    },
  });
const status = () => within(screen.getByRole('status'));

describe('the preview of a rule', () => {
  it('needs an evaluator with its inputs, but no name and no sample', async () => {
    const page = await open(undefined);
    await page.user.click(button('Try on recent spans'));
    status().getByText('Choose an evaluator.');
    await page.user.click(choice('Evaluator'));
    await page.user.click(screen.getByRole('option', { name: /^Contains/ }));
    await page.user.click(button('Try on recent spans'));
    status().getByText('Enter a value for words.');
    expect(page.sent(PreviewRuleMutation)).toEqual([]);
  });

  it('shows what the evaluator says about each span, with its inputs', async () => {
    const explanation = 'The text contains "Paris".';
    const page = await open(
      aRule(),
      previewed(
        { spanId: 'span-1', label: 'true', score: 1, explanation },
        { spanId: 'span-2', error: 'The path "output" of "text" leads to nothing.' },
      ),
    );
    await page.fill(field('Sample'), 'nonsense');
    await page.user.click(button('Try on recent spans'));
    const said = within(screen.getByRole('region', { name: 'Preview of span span-1' }));
    said.getByText(explanation);
    said.getByText('true');
    said.getByText(/Paris, of course/);
    expect(said.getByRole('link').getAttribute('href')).toBe('/redirects/spans/span-1');
    within(screen.getByRole('region', { name: 'Preview of span span-2' })).getByText(
      'The path "output" of "text" leads to nothing.',
    );
    expect(page.sent(PreviewRuleMutation)).toEqual([
      {
        input: {
          projectId: PROJECT_ID,
          target: 'SPAN',
          condition: "span_kind == 'LLM'",
          evaluatorId: 'built-in-1',
          inputMapping: {
            literalMapping: { words: 'Paris' },
            pathMapping: { text: 'output' },
          },
          count: 5,
        },
      },
    ]);
    await page.fill(field('Value of words'), 'Rome');
    status().getByText('From before your last change:');
  });

  it.each([
    [
      'nothing meets the condition',
      previewed(),
      'No span meets the condition. Make it wider, or send data first.',
    ],
    [
      'it is refused',
      refuse(PreviewRuleMutation, 'name == (at character 5)', 'BAD_REQUEST', 5),
      'name == (at character 5)',
    ],
  ])('says so if %s', async (_case, given, text) => {
    const page = await open(aRule(), given);
    await page.user.click(button('Try on recent spans'));
    status().getByText(text);
  });

  it('is not there for viewers', async () => {
    await renderComponent(<OpenRuleForm rule={aRule()} />, RULE_FORM, { as: 'VIEWER' });
    button('Save rule');
    expect(screen.queryByRole('button', { name: /^Try on recent/ })).toBeNull();
  });
});
