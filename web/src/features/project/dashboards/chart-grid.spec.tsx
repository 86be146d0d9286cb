import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, cutOff } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import {
  atHour,
  CHARTED_DAY,
  InCharts,
  QUARTERS,
  readParameters,
} from '../../../testing/factories/charts.js';
import { aChart, aGroup, charted } from '../../../testing/factories/dashboards.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ChartSeriesQuery, ChartTotalsQuery } from '../api/chart-series.js';
import type { DashboardChart } from '../api/dashboards.js';
import { DashboardChartView } from './chart-grid.js';

const TIME_RANGE = { start: CHARTED_DAY.timeRangeStart, end: CHARTED_DAY.timeRangeEnd };

function open(chart: DashboardChart, answers: Answer[]) {
  localStorage.setItem('time-zone', 'UTC');
  return renderComponent(
    <InCharts>
      <DashboardChartView chart={chart} />
    </InCharts>,
    answers,
  );
}

const filterOf = (name: RegExp | string) =>
  readParameters(screen.getByRole('link', { name }).getAttribute('href')!)['filter'];

describe('a chart of a dashboard', () => {
  it('can be one number, with what it means', async () => {
    const chart = aChart('Error rate', { aggregation: 'ERROR_RATE', condition: 'num_spans > 2' });
    const page = await open(chart, charted(aGroup(null, 0.25)));
    screen.getByText('25%');
    screen.getByText('Error rate of traces');
    expect(filterOf('Error rate')).toBe('num_spans > 2');
    const { title: _title, width: _width, ...input } = chart;
    expect(page.sent(ChartTotalsQuery)).toEqual([
      { id: PROJECT_ID, timeRange: TIME_RANGE, chart: input },
    ]);
  });

  it('is zero where nothing is counted', async () => {
    await open(aChart('Failed', { aggregation: 'FAILED_COUNT' }), charted());
    screen.getByText('0');
    expect(filterOf('Failed')).toBe('error_count > 0');
  });

  it('has no mean of nothing', async () => {
    await open(aChart('Slow', { aggregation: 'P95', measure: 'LATENCY_MS' }), charted());
    screen.getByText('No traces in this range match this chart.');
  });

  it('can be a ranking, whose rows lead to what they count', async () => {
    await open(
      aChart('Users', { kind: 'RANKING', groupBy: 'USER', aggregation: 'FAILED_COUNT' }),
      charted(aGroup('ada', 1), aGroup('bob', 3)),
    );
    const rows = within(screen.getByRole('list', { name: 'Users' })).getAllByRole('link');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['bob3', 'ada1']);
    expect(filterOf(/^bob/)).toBe("error_count > 0 and user.id == 'bob'");
  });

  it('can be over time, with a part for each group', async () => {
    const chart = aChart('Names', { kind: 'STACKED_BARS', groupBy: 'NAME' });
    const page = await open(chart, charted(aGroup('order', 3), aGroup('refund', 1)));
    const slider = screen.getByRole('slider');
    slider.focus();
    await page.user.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuetext')).toBe('10 Mar, 02:00–02:15: order 3, refund 1');
    const { title: _title, width: _width, ...input } = chart;
    expect(page.sent(ChartSeriesQuery)).toEqual([
      { id: PROJECT_ID, timeRange: TIME_RANGE, timeBinConfig: QUARTERS, chart: input },
    ]);
    await page.user.keyboard('{Enter}');
    expect(page.address()).toMatch(/^\/projects\/project-1\/traces\?/);
    expect(readParameters(page.address())).toEqual({
      timeRangeStart: atHour(2),
      timeRangeEnd: atHour(2.25),
    });
  });

  it.each([
    ['a number', aChart('Traces')],
    ['a ranking', aChart('Traces', { kind: 'RANKING', groupBy: 'USER' })],
    ['over time', aChart('Traces', { kind: 'LINES' })],
  ])('can be loaded again after a failure if it is %s', async (_case, chart) => {
    const page = await open(chart, [cutOff(ChartTotalsQuery), cutOff(ChartSeriesQuery)]);
    within(screen.getByRole('alert')).getByText(/^The server cannot be reached\./);
    link('Traces');
    page.answer(...charted(aGroup('ada', 2)));
    await page.user.click(button('Try again'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows no number if its project is gone', async () => {
    const gone = answer(ChartTotalsQuery, { node: { __typename: 'Dataset' } });
    const page = await open(aChart('Traces'), [gone]);
    expect(page.sent(ChartTotalsQuery)).toHaveLength(1);
    expect(screen.queryByText('0')).toBeNull();
  });
});
