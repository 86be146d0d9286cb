import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, field, item, link, listTexts } from '../../../testing/elements.js';
import {
  aComparedExample,
  aComparedExperiment,
  compareExperiments,
  comparisonPath,
} from '../../../testing/factories/comparisons.js';
import {
  anEvaluation,
  anExperimentRow,
  aRun,
  aScoreSummary,
} from '../../../testing/factories/experiments.js';
import { renderPage } from '../../../testing/render-page.js';
import { CheckConditionQuery } from '../api/check-condition.js';
import { ComparedExperimentsQuery, ExperimentChoicesQuery } from '../api/compared-experiments.js';
import { ComparisonQuery } from '../api/comparison.js';
import { ComparisonCountsQuery } from '../api/comparison-counts.js';
import { DatasetScoresQuery } from '../api/dataset-scores.js';

const scored = (number: number, name: string, mean: number, part = {}) =>
  aComparedExperiment(
    anExperimentRow(number, name, { annotationSummaries: [aScoreSummary('exact', mean)], ...part }),
    [{ annotationName: 'tone', labelFractions: [{ label: 'calm', fraction: 0.75 }] }],
  );
const EXPERIMENTS = [
  scored(1, 'first try', 0.5),
  scored(2, 'second try', 0.6667),
  scored(3, 'half way', 0.25, { repetitions: 2 }),
];
const exact = (score: number) => anEvaluation('exact', { score });
const EXAMPLES = [0, 1].map((place) =>
  aComparedExample(place, {
    1: [aRun(place, {}, exact(1))],
    2: [aRun(place, { output: `The capital is the beautiful City ${place}.` }, exact(0))],
    3: [1, 2].map((repetitionNumber) =>
      aRun(place, { repetitionNumber, output: `Answer number ${repetitionNumber}` }),
    ),
  }),
);
const ANSWERS = compareExperiments(EXPERIMENTS, EXAMPLES);

const open = (numbers: readonly number[], more = '') =>
  renderPage(comparisonPath(numbers, more), ANSWERS);
const example = (name: string) => within(link(`Open example ${name}`).closest('tr')!);
const chips = () => within(screen.getByRole('list', { name: 'Compared experiments' }));
const chipTexts = () =>
  chips()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/base$/, ', base'));
const condition = () => field('Filter examples by condition');
const FAILED = 'experiments[0].error is not None';
const verdict = (problem: string | null) =>
  answer(CheckConditionQuery, {
    validateExperimentRunFilterCondition: {
      isValid: problem === null,
      errorMessage: problem,
      position: null,
      suggestion: null,
    },
  });

describe('the comparison of experiments', () => {
  it('shows the run of each experiment for each example, and the counts', async () => {
    const page = await open([1, 2]);
    example('q-0').getByText('The capital is City 0.', { selector: 'td:nth-child(3) *' });
    example('q-0').getByText('The capital is the beautiful City 0.');
    example('q-0').getByLabelText('lower than in the base experiment, worse');
    expect(screen.getByRole('columnheader', { name: /second try/ }).textContent).toContain(
      'exact 0.667',
    );
    screen.getByText('2 examples');
    const counts = screen.getByRole('region', { name: 'Counts against the base experiment' });
    const cards = within(counts).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'exact',
      'Latency',
      'Tokens',
    ]);
    expect(cards[0]?.textContent).toMatch(/better9worse5same14.*2 runs not comparable$/);
    expect(cards[1]?.textContent).toMatch(/better3worse0same0$/);
    within(counts).getByText('Experiment 1 compared with the base experiment');
    const base = 'experiment-1';
    const compares = ['experiment-2'];
    expect(page.sent(ComparisonCountsQuery)).toEqual([{ base, compares }]);
    expect(page.sent(ComparisonQuery)).toEqual([
      { base, compares, first: 25, after: null, condition: null },
    ]);
  });

  it('shows a single experiment, as clients link to it', async () => {
    const page = await open([2]);
    example('q-0').getByText('The capital is the beautiful City 0.');
    expect(screen.queryByRole('region', { name: /^Counts/ })).toBeNull();
    expect(chips().queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(page.sent(ComparisonCountsQuery)).toEqual([]);
  });

  it('swaps the base experiment and removes experiments, in the address', async () => {
    const page = await open([1, 2, 3]);
    expect(chipTexts()).toEqual(['0#1 first try, base', '1#2 second try', '2#3 half way']);
    await page.user.click(chips().getByRole('button', { name: /^#2 second try/ }));
    expect(item('Open experiment').getAttribute('href')).toBe(
      '/datasets/dataset-1/experiments/experiment-2',
    );
    await page.user.click(item('Use as base experiment'));
    expect(page.address()).toBe(comparisonPath([2, 1, 3]));
    expect(chipTexts()[0]).toContain('#2 second try, base');
    await page.user.click(button('Remove first try from comparison'));
    expect(page.address()).toBe(comparisonPath([2, 3]));
    expect(chipTexts()).toHaveLength(2);
    expect(page.sent(ComparisonQuery).at(-1)).toMatchObject({
      base: 'experiment-2',
      compares: ['experiment-3'],
    });
  });

  it('adds an experiment that is found by its name, in the address', async () => {
    const page = await open([1]);
    const { id, name, sequenceNumber, isBaseline, createdAt } = EXPERIMENTS[1]!;
    const node = { id, name, sequenceNumber, isBaseline, createdAt };
    page.answer(
      answer(ExperimentChoicesQuery, ({ datasetId }) => ({
        node: {
          __typename: 'Dataset' as const,
          id: datasetId,
          experiments: { edges: [{ node }] },
        },
      })),
    );
    await page.user.click(button('Add experiment'));
    await page.user.click(screen.getByRole('button', { name: /^#2 second try/ }));
    expect(page.address()).toBe(comparisonPath([1, 2]));
    expect(chipTexts()).toEqual(['0#1 first try, base', '1#2 second try']);
  });

  it('filters by a condition, and reports errors while typing', async () => {
    const page = await open([1, 2]);
    page.answer(verdict('Unknown name `latency`.'));
    await page.user.click(condition());
    await page.fill(condition(), 'latency > 5');
    await screen.findByText(/Unknown name `latency`/);
    await page.user.keyboard('{Enter}');
    expect(page.address()).not.toContain('filter=');
    expect(page.sent(CheckConditionQuery)).toEqual([
      { condition: 'latency > 5', experimentIds: ['experiment-1', 'experiment-2'] },
    ]);

    page.answer(verdict(null), answer(ComparisonQuery, { compareExperiments: aConnection([]) }));
    await page.fill(condition(), FAILED);
    await page.user.keyboard('{Enter}');
    expect(new URL(page.address(), 'http://localhost').searchParams.get('filter')).toBe(FAILED);
    expect(page.sent(ComparisonQuery).at(-1)?.condition).toBe(FAILED);
    screen.getByText('No examples match');
    page.answer(...ANSWERS);
    await page.user.click(button('Clear filter'));
    expect(page.address()).not.toContain('filter=');
    screen.getByText('2 examples');
  });

  it('filters by the condition of the address, until all are shown again', async () => {
    const page = await renderPage(comparisonPath([1, 2], `&filter=${encodeURIComponent(FAILED)}`), [
      ...ANSWERS,
      verdict(null),
      answer(ComparisonQuery, { compareExperiments: aConnection([]) }),
    ]);
    expect(page.sent(ComparisonQuery)[0]?.condition).toBe(FAILED);
    page.answer(...ANSWERS);
    await page.user.click(button('Show all examples'));
    expect(page.address()).toBe(comparisonPath([1, 2]));
    screen.getByText('2 examples');
  });

  it('completes names of fields and evaluators', async () => {
    const page = await open([1, 2]);
    page.answer(verdict(null));
    await page.user.click(condition());
    await page.user.keyboard('exa');
    screen.getByRole('option', { name: /evals\['exact'\]\.score/ });
    await page.user.keyboard('{ArrowDown}{Enter}');
    expect(condition().textContent).toBe("evals['exact'].score");
    await page.user.keyboard(" < 1 and input[['qu");
    await page.user.click(screen.getByRole('option', { name: /question/ }));
    expect(condition().textContent).toBe("evals['exact'].score < 1 and input['question']");
  });

  it('adds conditions by clicks on a value and in the head', async () => {
    const page = await open([1, 2]);
    page.answer(verdict(null));
    await page.user.click(example('q-0').getByRole('button', { name: /^exact0/ }));
    await page.user.click(item('Score lower than in the base experiment'));
    const lower = "experiments[1].evals['exact'].score < experiments[0].evals['exact'].score";
    expect(page.sent(ComparisonQuery).at(-1)?.condition).toBe(lower);
    await page.user.click(button('Filter examples by first try'));
    await page.user.click(item('The run failed'));
    expect(page.sent(ComparisonQuery).at(-1)?.condition).toBe(`${lower} and ${FAILED}`);
  });

  it('opens an example at its own address, and turns to the next', async () => {
    const page = await open([1, 2]);
    await page.user.click(link('Open example q-0'));
    expect(page.address()).toBe(comparisonPath([1, 2], '&exampleId=example-0'));
    const panel = within(screen.getByRole('region', { name: 'Example' }));
    const input = () => panel.getByRole('region', { name: 'Input' }).textContent;
    expect(input()).toContain('country 0?');
    await page.user.keyboard('j');
    expect(input()).toContain('country 1?');
    await page.user.keyboard('k');
    expect(input()).toContain('country 0?');
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Example' })).toBeNull();
    expect(page.address()).toBe(comparisonPath([1, 2]));
  });

  it('shows the selected repetition, if an experiment has several', async () => {
    const page = await open([3, 1]);
    example('q-0').getByText('Answer number 1');
    expect(listTexts('option')).toEqual(['Repetition 1', 'Repetition 2']);
    await page.user.selectOptions(choice('Visible repetition'), '2');
    expect(page.address()).toBe(comparisonPath([3, 1], '&repetition=2'));
    example('q-0').getByText('Answer number 2');
    example('q-0').getByText('The capital is City 0.', { selector: 'td:nth-child(4) *' });
  });

  it('compares metrics and scores as a whole', async () => {
    const page = await open([1, 2], '&view=metrics');
    const cards = screen
      .getAllByRole('listitem')
      .filter((card) => within(card).queryByRole('heading', { level: 2 }));
    const titles = cards.map((card) =>
      Array.from(within(card).getByRole('heading').children, (part) => part.textContent).join(),
    );
    expect(titles).toEqual([
      'exact,mean score',
      'Latency,average per run',
      'Tokens,all runs',
      'Prompt tokens,all runs',
      'Completion tokens,all runs',
      'Cost,all runs',
      'Errors,share of runs',
    ]);
    expect(cards[0]?.textContent).toMatch(/0\.5.*0\.667.*better9worse5same14/);
    await page.user.click(screen.getByRole('radio', { name: 'Examples' }));
    link('Open example q-0');
    expect(page.address()).toBe(comparisonPath([1, 2]));
    await page.user.click(screen.getByRole('radio', { name: 'Metrics' }));
    expect(page.address()).toBe(comparisonPath([1, 2], '&view=metrics'));
  });

  it('reports experiments of other datasets', async () => {
    const page = await open([1, 99]);
    screen.getByText('1 experiment in this URL is not in this dataset.');
    link('Open example q-0');
    expect(page.sent(ComparisonQuery)[0]).toMatchObject({ base: 'experiment-1', compares: [] });
  });

  it('says what to do if there is nothing to compare', async () => {
    const page = await renderPage(comparisonPath([]), ANSWERS);
    screen.getByText('Nothing to compare yet');
    button('Add experiment');
    expect(page.sent(ComparisonQuery)).toEqual([]);
  });

  it('reports a missing dataset, or that the server cannot be reached', async () => {
    const page = await renderPage(comparisonPath([1]), [
      ...ANSWERS,
      cutOff(ComparedExperimentsQuery),
    ]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(
      refuse(ComparedExperimentsQuery, 'It does not exist.', 'NOT_FOUND'),
      refuse(DatasetScoresQuery, 'It does not exist.', 'NOT_FOUND'),
    );
    await page.user.click(button('Try again'));
    screen.getByText('Dataset not found');
  });
});
