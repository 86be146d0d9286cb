import { screen, waitFor, within } from '@testing-library/react/pure';
import { answer, type Answer } from '../../../testing/answers.js';
import { button, field, option } from '../../../testing/elements.js';
import { InCharts } from '../../../testing/factories/charts.js';
import { aChart, aGroup, charted } from '../../../testing/factories/dashboards.js';
import { aMetric, metricsOf } from '../../../testing/factories/metrics.js';
import { CONDITION_FIELDS } from '../../../testing/factories/project-frame.js';
import { PROJECT } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ChartTotalsQuery } from '../api/chart-series.js';
import { VocabularyQuery } from '../api/conditions.js';
import type { DashboardChart } from '../api/dashboards.js';
import { ChartEditor } from './chart-editor.js';

const term = (name: string, category: string) => ({
  name,
  category,
  description: '',
  iterableName: null,
});

const ANSWERS = [
  ...CONDITION_FIELDS,
  answer(VocabularyQuery, {
    node: {
      ...PROJECT,
      traceFilterVocabulary: [
        term('attributes["user"]["id"]', 'attribute'),
        term('trace_annotations["tone"]', 'annotation'),
      ],
    },
  }),
  ...charted(aGroup('ada', 3)),
];

/** Opens the dialog for a chart; `done` collects what was applied. */
async function open(chart: DashboardChart, answers: readonly Answer[] = []) {
  const done: DashboardChart[] = [];
  let closed = 0;
  const page = await renderComponent(
    <InCharts>
      <ChartEditor
        edited={{ chart, isNew: false }}
        onClose={() => (closed += 1)}
        onDone={(next) => done.push(next)}
      />
    </InCharts>,
    [...ANSWERS, ...answers],
  );
  const choose = async (label: string, name: string) => {
    await page.user.click(screen.getByRole('combobox', { name: label }));
    await page.user.click(option(name));
  };
  const pick = (group: string, name: string) =>
    page.user.click(
      within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }),
    );
  const apply = async () => {
    await page.user.click(button('Apply changes'));
    return done.at(-1);
  };
  return { ...page, choose, pick, apply, closed: () => closed };
}

describe('the editor of a chart', () => {
  it('draws the chart as it will be, once typing pauses', async () => {
    const page = await open(aChart('Users', { kind: 'RANKING', groupBy: 'USER' }));
    await page.fill(field('Title'), 'Failures');
    await page.choose('Show', 'Failed');
    await page.user.click(field('A condition on traces'));
    await page.fill(field('A condition on traces'), 'num_spans > 2');
    const asked = { aggregation: 'FAILED_COUNT', condition: 'num_spans > 2' };
    await waitFor(() => expect(page.sent(ChartTotalsQuery).at(-1)?.chart).toMatchObject(asked), {
      timeout: 5000,
    });
    within(screen.getByRole('region', { name: 'Failures' })).getByRole('link', { name: /^ada/ });
    expect(await page.apply()).toEqual(
      aChart('Failures', {
        kind: 'RANKING',
        groupBy: 'USER',
        aggregation: 'FAILED_COUNT',
        condition: 'num_spans > 2',
      }),
    );
  });

  it('asks for the number that a mean is of', async () => {
    const page = await open(aChart('Speed'));
    expect(screen.queryByRole('combobox', { name: 'Number' })).toBeNull();
    await page.choose('Show', '95th percentile of');
    await page.choose('Number', 'Cost');
    await page.pick('Width', 'Full');
    expect(await page.apply()).toEqual(
      aChart('Speed', { aggregation: 'P95', measure: 'COST', width: 'FULL' }),
    );
  });

  it('needs the name of the attribute by which it groups, and knows some', async () => {
    const page = await open(aChart('Users', { kind: 'RANKING', groupBy: 'USER' }));
    await page.choose('Grouped by', 'Attribute');
    screen.getByText('Enter the name of an attribute.');
    expect(button('Apply changes')).toHaveProperty('disabled', true);
    await page.fill(screen.getByRole('combobox', { name: 'Attribute' }), 'user');
    await page.user.click(option('user.id'));
    expect(screen.queryByText('Enter the name of an attribute.')).toBeNull();
    expect(await page.apply()).toMatchObject({ groupBy: 'ATTRIBUTE', attribute: 'user.id' });
  });

  it('shows a metric that the project stores, as fits its kind', async () => {
    const metrics = metricsOf(aMetric('codex.turns'), aMetric('codex.queue', 'GAUGE'));
    const page = await open(
      aChart('Turns', { kind: 'STACKED_BARS', condition: 'num_spans > 2' }),
      metrics,
    );
    await page.pick('Of', 'Metric');
    screen.getByText('Choose a metric.');
    expect(button('Apply changes')).toHaveProperty('disabled', true);
    await page.choose('Metric', 'codex.queue (gauge, tokens)');
    await page.user.click(screen.getByRole('combobox', { name: 'Show' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Last value',
      'Mean',
    ]);
    await page.choose('Metric', 'codex.turns (counter, tokens)');
    await page.choose('Show', 'Rate per minute');
    await page.choose('Grouped by', 'Attribute');
    await page.choose('Attribute', 'user.email');
    await page.fill(field('Only points that meet a condition'), "model == 'opus'");
    expect(await page.apply()).toEqual(
      aChart('Turns', {
        entity: 'METRICS',
        metric: 'codex.turns',
        kind: 'LINES',
        aggregation: 'RATE',
        groupBy: 'ATTRIBUTE',
        attribute: 'user.email',
        condition: "model == 'opus'",
      }),
    );
  });

  it('says how to send metrics if the project stores none', async () => {
    const page = await open(aChart('Turns'), metricsOf());
    await page.pick('Of', 'Metric');
    screen.getByText(/^This project stores no metrics yet\./);
  });

  it('counts rows again instead of a metric', async () => {
    const part = { entity: 'METRICS', metric: 'codex.turns', aggregation: 'RATE' } as const;
    const page = await open(aChart('Turns', part), metricsOf(aMetric('codex.turns')));
    expect(screen.queryByRole('link', { name: 'Turns' })).toBeNull();
    await page.pick('Of', 'Spans');
    expect(await page.apply()).toEqual(aChart('Turns', { entity: 'SPANS', aggregation: 'COUNT' }));
  });

  it('needs the name of the annotations whose scores it shows, and knows some', async () => {
    const page = await open(aChart('Tone'));
    await page.choose('Show', 'Mean score of');
    screen.getByText('Enter the name of annotations.');
    await page.user.click(screen.getByRole('combobox', { name: 'Annotation' }));
    await page.user.click(option('tone'));
    expect(await page.apply()).toMatchObject({ aggregation: 'MEAN_SCORE', annotation: 'tone' });
  });

  it('forgets a condition on what it no longer counts', async () => {
    const page = await open(aChart('Failed', { condition: 'error_count > 0' }));
    expect(field('A condition on traces')).toHaveProperty('value', 'error_count > 0');
    await page.pick('Of', 'Spans');
    expect(field('A condition on spans')).toHaveProperty('value', '');
    await page.pick('Of', 'Traces');
    expect(field('A condition on traces')).toHaveProperty('value', '');
    expect(await page.apply()).toEqual(aChart('Failed'));
  });

  it('accepts a number of groups that is typed', async () => {
    const page = await open(aChart('Names', { kind: 'RANKING', groupBy: 'NAME' }));
    const groups = field('Groups');
    await page.user.clear(groups);
    expect(groups).toHaveProperty('value', '');
    await page.user.type(groups, '12');
    expect(groups).toHaveProperty('value', '12');
    await page.user.clear(groups);
    await page.user.tab();
    // An empty field goes back to the last number.
    expect(groups).toHaveProperty('value', '12');
    expect(await page.apply()).toMatchObject({ groupLimit: 12 });
  });

  it('offers what fits: bars for what adds up, and no groups of a single number', async () => {
    const page = await open(aChart('Rate', { kind: 'LINES', aggregation: 'ERROR_RATE' }));
    const kinds = () =>
      within(screen.getByRole('radiogroup', { name: 'As' }))
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).value);
    expect(kinds()).toEqual(['LINES', 'RANKING', 'NUMBER']);
    screen.getByRole('combobox', { name: 'Grouped by' });
    await page.choose('Show', 'Count');
    expect(kinds()).toEqual(['LINES', 'STACKED_BARS', 'RANKING', 'NUMBER']);
    await page.pick('As', 'Number');
    expect(screen.queryByRole('combobox', { name: 'Grouped by' })).toBeNull();
  });

  it('is closed by Escape only as long as nothing has changed', async () => {
    const page = await open(aChart('Rate'));
    await page.user.keyboard('{Escape}');
    expect(page.closed()).toBe(1);
    await page.fill(field('Title'), 'Speed');
    await page.user.keyboard('{Escape}');
    expect(page.closed()).toBe(1);
  });
});
