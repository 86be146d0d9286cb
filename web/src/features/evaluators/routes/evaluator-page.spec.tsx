import { screen, within } from '@testing-library/react/pure';
import { PromptVersionQuery } from '../../../components/prompt-editor/version.js';
import { answer, type Answer, cutOff, keepWaiting, refuse } from '../../../testing/answers.js';
import { button, choice, link, row } from '../../../testing/elements.js';
import { aCodeEvaluator, aJudge } from '../../../testing/factories/evaluators.js';
import { aTextMessage, aVersion, versionId } from '../../../testing/factories/prompts.js';
import { renderPage } from '../../../testing/render-page.js';
import { type EvaluatorDetail, StoredEvaluatorQuery } from '../api/evaluator.js';
import { DailyScoresQuery, type ExperimentPoint, ExperimentScoresQuery } from '../api/scores.js';
import { CodeVersionQuery, CodeVersionsQuery, PromptVersionsQuery } from '../api/versions.js';

const DAY_MS = 86_400_000;

const USE = {
  id: 'use-1',
  name: 'truth',
  dataset: { id: 'dataset-1', name: 'capitals' },
  project: { id: 'project-1' },
};
const RULE = {
  id: 'rule-1',
  name: 'live truth',
  isEnabled: false,
  project: { id: 'project-2', name: 'travel guide' },
  tracesProject: { id: 'project-3' },
};

/** An LLM judge that a dataset and a rule use. */
const aUsedJudge = () =>
  aJudge({
    datasetEvaluators: { edges: [{ node: USE }] },
    evaluationRules: { edges: [{ node: RULE }] },
  });

const anExperimentPoint = (number: number, meanScore: number): ExperimentPoint => ({
  count: 4,
  errorCount: 0,
  meanScore,
  labelFractions: [
    { label: 'right', fraction: meanScore },
    ...(meanScore < 1 ? [{ label: 'wrong', fraction: 1 - meanScore }] : []),
  ],
  experiment: { id: `experiment-${number}`, name: `prompt ${number}`, sequenceNumber: number },
});
const scoredByExperiment = (...experimentScores: ExperimentPoint[]) =>
  answer(ExperimentScoresQuery, {
    node: { __typename: 'DatasetEvaluator', id: USE.id, experimentScores },
  });
const THREE_EXPERIMENTS = scoredByExperiment(
  anExperimentPoint(1, 0.25),
  anExperimentPoint(2, 0.75),
  anExperimentPoint(3, 1),
);
const scoredByDay = (...daysAgo: number[]) =>
  answer(DailyScoresQuery, {
    node: {
      __typename: 'EvaluationRule',
      id: RULE.id,
      dailyScores: daysAgo.map((days) => ({
        day: `${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`,
        count: 1,
        errorCount: days === 1 ? 2 : 0,
        meanScore: 1,
        labelFractions: [{ label: 'right', fraction: 1 }],
      })),
    },
  });

/** The prompt of the judge, with two versions. */
const PROMPT: Answer[] = [
  answer(PromptVersionsQuery, {
    node: {
      __typename: 'Prompt',
      id: 'prompt-1',
      promptVersions: {
        edges: [2, 1].map((number) => ({
          node: { id: versionId(number), sequenceNumber: number },
        })),
      },
    },
  }),
  answer(PromptVersionQuery, ({ id }) => ({
    node:
      id === versionId(2)
        ? aVersion(2, {}, aTextMessage('user', 'Is the answer in the atlas?'))
        : aVersion(1, {}, aTextMessage('user', 'Is the answer the atlas?')),
  })),
];

const codeWith = (...sources: string[]): Answer[] => [
  answer(CodeVersionsQuery, {
    node: {
      __typename: 'CodeEvaluator',
      id: 'code-1',
      versions: {
        edges: sources
          .map((_, index) => ({
            node: { id: `code-version-${index + 1}`, sequenceNumber: index + 1 },
          }))
          .toReversed(),
      },
    },
  }),
  answer(CodeVersionQuery, ({ id }) => ({
    node: {
      __typename: 'CodeEvaluatorVersion' as const,
      id,
      sequenceNumber: Number(id.at(-1)),
      sourceCode: sources[Number(id.at(-1)) - 1] ?? '',
      createdAt: '2026-02-03T04:05:06Z',
      user: null,
    },
  })),
];
const TWO_SOURCES = codeWith('return a == b', 'return a in b');
const withTwoVersions = () => aCodeEvaluator({ currentVersion: { id: 'code-version-2' } });

const stored = (node: EvaluatorDetail) => answer(StoredEvaluatorQuery, { node });
const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('the page of an evaluator', () => {
  it.each([
    ['is unknown', refuse(StoredEvaluatorQuery, 'Evaluator not found.', 'NOT_FOUND')],
    ['is of something else', answer(StoredEvaluatorQuery, { node: { __typename: 'Dataset' } })],
  ])('says so if its ID %s', async (_case, given) => {
    await renderPage('/evaluators/judge-1', [given]);
    screen.getByText('Evaluator not found');
    screen.getByText('It may have been deleted, or the link is incomplete.');
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage('/evaluators/code-1', [cutOff(StoredEvaluatorQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(stored(aCodeEvaluator()), ...codeWith('return 1'));
    await page.user.click(button('Try again'));
    screen.getByRole('heading', { name: 'names the city' });
  });

  it('offers viewers no changes, and says that nothing uses it', async () => {
    await renderPage('/evaluators/code-1', [stored(aCodeEvaluator()), ...codeWith('return 1')], {
      as: 'VIEWER',
    });
    screen.getByText(/^Nothing uses it yet\./);
    expect(screen.queryByText('Score history')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to dataset…' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Version' })).toBeNull();
  });

  it('leads members to its form', async () => {
    await renderPage('/evaluators/code-1', [stored(aCodeEvaluator()), ...codeWith('return 1')]);
    expect(link('Edit').getAttribute('href')).toBe('/evaluators/code-1/edit');
    button('Add to dataset…');
    const about = within(screen.getByRole('complementary', { name: 'About this evaluator' }));
    about.getByText('any label and score');
    about.getByText('output.answer');
  });

  it('shows where it is used, with the traces', async () => {
    await renderPage('/evaluators/judge-1', [
      stored(aUsedJudge()),
      ...PROMPT,
      keepWaiting(ExperimentScoresQuery),
    ]);
    const uses = screen.getByRole('region', { name: 'Used in' });
    const texts = within(uses)
      .getAllByRole('listitem')
      .map((one) => one.textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^Dataset *capitals *as *truth *Traces$/),
      expect.stringMatching(/^Rule *live truth *in *travel guide *disabled *Traces$/),
    ]);
    const targets = within(uses).getAllByRole('link');
    expect(targets.map((one) => one.getAttribute('href'))).toEqual([
      '/datasets/dataset-1/evaluators',
      '/datasets/dataset-1/evaluators/use-1',
      '/projects/project-1/traces?timeRangeKey=all',
      '/projects/project-2/evaluation/rule-1',
      '/projects/project-2',
      '/projects/project-3/traces?timeRangeKey=all',
    ]);
  });

  it('shows how it judged each experiment, also as tables', async () => {
    const page = await renderPage('/evaluators/judge-1', [
      stored(aUsedJudge()),
      ...PROMPT,
      THREE_EXPERIMENTS,
    ]);
    screen.getByText('12 evaluations');
    screen.getByText('by experiment');
    expect(page.sent(ExperimentScoresQuery)).toEqual([{ id: 'use-1', first: 50 }]);
    await page.user.click(button('Show scores as tables'));
    row('#2 prompt 2 0.75');
    row('#3 prompt 3 100% –');
    await page.user.click(button('Show scores as charts'));
    screen.getByRole('slider', { name: /^Labels/ });
  });

  it('shows how it judged for a rule, which the address remembers', async () => {
    const page = await renderPage('/evaluators/judge-1', [
      stored(aUsedJudge()),
      ...PROMPT,
      THREE_EXPERIMENTS,
      scoredByDay(1, 3, 4),
    ]);
    await page.user.selectOptions(choice('Scores in'), 'travel guide: live truth');
    screen.getByText('3 evaluations, and 2 failed');
    screen.getByText('by day');
    expect(page.address()).toBe('/evaluators/judge-1?use=rule-1');
    expect(page.sent(DailyScoresQuery)).toEqual([{ id: 'rule-1', days: 30 }]);
  });

  it.each([
    ['dataset', 'use-1', /^It has not judged anything here yet\./],
    ['rule', 'rule-1', /^It has not judged anything in the last 30 days\./],
  ])('says that it has judged nothing in a %s', async (_kind, use, text) => {
    await renderPage(`/evaluators/judge-1?use=${use}`, [
      stored(aUsedJudge()),
      ...PROMPT,
      scoredByExperiment(),
      scoredByDay(),
    ]);
    screen.getByText(text);
  });

  it('shows an earlier prompt, and what has changed in it', async () => {
    const page = await renderPage('/evaluators/judge-1', [stored(aJudge()), ...PROMPT]);
    screen.getByText('Is the answer in the atlas?');
    await page.user.selectOptions(choice('Compare with'), 'Compare with version 1');
    expect(texts('ins')).toEqual([expect.stringContaining('in')]);
    await page.user.selectOptions(choice('Version'), 'Version 1');
    screen.getByText('Is the answer the atlas?');
    const search = new URLSearchParams(page.address().split('?')[1]);
    expect([...search.keys()]).toEqual(['version']);
  });

  it('shows what has changed in its code', async () => {
    const page = await renderPage('/evaluators/code-1', [
      stored(withTwoVersions()),
      ...TWO_SOURCES,
    ]);
    expect(
      within(choice('Version'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Version 2 (in use)', 'Version 1']);
    await page.user.selectOptions(choice('Compare with'), 'Compare with version 1');
    expect([texts('del'), texts('ins')]).toEqual([['=='], ['in']]);
    expect(page.address()).toBe('/evaluators/code-1?compare=code-version-1');
  });

  it('says that a version has been deleted', async () => {
    await renderPage('/evaluators/code-1?version=code-version-9', [
      stored(withTwoVersions()),
      TWO_SOURCES[0]!,
      answer(CodeVersionQuery, { node: { __typename: 'CodeEvaluator' } }),
    ]);
    screen.getByText('This version has been deleted');
  });
});
