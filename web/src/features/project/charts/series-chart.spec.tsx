import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, cutOff, keepWaiting } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import {
  atHour,
  CHARTED_DAY,
  InCharts,
  QUARTERS,
  readParameters,
  toPoints,
  withTab,
} from '../../../testing/factories/charts.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { CountsQuery, SESSIONS, SPANS, TRACES } from '../metrics/count-charts.js';
import { TRACE_LATENCY } from '../metrics/latency-charts.js';
import { SeriesChart } from './series-chart.js';
import { COST, TOKENS } from '../metrics/token-charts.js';

const OK = { okCount: 1, errorCount: 0, unsetCount: 0 };
const NONE = { ...OK, okCount: 0 };

/** Five rows at two, of which one failed, and two at nine. */
const COUNTS = {
  data: toPoints({ 2: { ...OK, okCount: 4, errorCount: 1 }, 9: { ...OK, okCount: 2 } }, NONE),
};
const NOTHING = { data: toPoints({}, NONE) };

/** Answers charts of traces, spans and sessions. */
const counted = (counts = COUNTS) =>
  answer(CountsQuery, (asked) => ({ node: withTab(asked, counts) }));

const USED_TOKENS = answer(TOKENS.document, {
  node: {
    ...PROJECT,
    tokens: {
      data: toPoints({ 2: { prompt: 50, completion: 25 } }, { prompt: 0, completion: 0 }),
    },
  },
});

type Latency = Record<'p50' | 'p75' | 'p90' | 'p95' | 'p99' | 'p999' | 'max', number | null>;
const NO_LATENCY: Latency = {
  p50: null,
  p75: null,
  p90: null,
  p95: null,
  p99: null,
  p999: null,
  max: null,
};
const slow = (ms: number): Latency => ({ ...NO_LATENCY, p50: ms, p95: ms, p99: ms, max: ms });

/** Opens charts of traces, and others. */
function open(answers: Answer[] = [counted()], others = <></>, filter?: string) {
  localStorage.setItem('time-zone', 'UTC');
  return renderComponent(
    <InCharts {...(filter === undefined ? {} : { filter })}>
      <SeriesChart chart={TRACES} />
      {others}
    </InCharts>,
    answers,
  );
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const slider = (name = 'Traces') => card(name).getByRole('slider');
const valueOf = (name = 'Traces') => slider(name).getAttribute('aria-valuetext');
/** The keys that choose the bar at two o'clock. */
const AT_TWO = `{Home}${'{ArrowRight}'.repeat(8)}`;

describe('a chart over time', () => {
  it('asks for bins of the range, of the traces that meet a condition', async () => {
    const page = await open([counted()], <></>, "user.id == 'ada'");
    expect(page.sent(CountsQuery)).toEqual([
      {
        id: PROJECT_ID,
        timeRange: { start: CHARTED_DAY.timeRangeStart, end: CHARTED_DAY.timeRangeEnd },
        timeBinConfig: QUARTERS,
        traceFilterCondition: "user.id == 'ada'",
        filterCondition: null,
        ofSpans: false,
        ofTraces: true,
        ofSessions: false,
      },
    ]);
  });

  it('is read with the keyboard, and adds up what is chosen', async () => {
    const { user } = await open();
    expect(valueOf()).toBe('No bar is chosen.');
    button('Failed1');
    button('OK6');
    slider().focus();
    await user.keyboard('{Home}');
    expect(valueOf()).toBe('10 Mar, 00:00–00:15: Failed 0, OK 0');
    await user.keyboard(AT_TWO);
    expect(valueOf()).toBe('10 Mar, 02:00–02:15: Failed 1, OK 4');
    button('OK4');
    await user.keyboard('{Shift>}{End}{/Shift}');
    expect(valueOf()).toMatch(/: Failed 1, OK 6$/);
    await user.keyboard('{Escape}');
    expect(valueOf()).toBe('No bar is chosen.');
  });

  it('hides a series whose name is clicked, and shows it again', async () => {
    const { user } = await open();
    expect(slider().querySelectorAll('[data-part]')).toHaveLength(3);
    await user.click(button('Failed1'));
    expect(button('Failed').getAttribute('aria-pressed')).toBe('false');
    expect(slider().querySelectorAll('[data-part]')).toHaveLength(2);
    slider().focus();
    await user.keyboard(AT_TWO);
    expect(valueOf()).toBe('10 Mar, 02:00–02:15: OK 4');
    await user.click(button('Failed'));
    expect(slider().querySelectorAll('[data-part]')).toHaveLength(3);
  });

  it('opens the list of the bar that is chosen', async () => {
    const page = await open();
    slider().focus();
    await page.user.keyboard('{End}{ArrowLeft}{Enter}');
    expect(page.address()).toMatch(/^\/projects\/project-1\/traces\?/);
    expect(readParameters(page.address())).toEqual({
      timeRangeStart: atHour(23.5),
      timeRangeEnd: atHour(23.75),
    });
  });

  it('keeps a condition on traces in the lists that it opens', async () => {
    const page = await open([counted()], <SeriesChart chart={SPANS} />, "user.id == 'ada'");
    slider('Spans').focus();
    await page.user.keyboard(`${AT_TWO}{Enter}`);
    expect(page.address()).toMatch(/^\/projects\/project-1\/spans\?/);
    expect(readParameters(page.address())).toEqual({
      timeRangeStart: atHour(2),
      timeRangeEnd: atHour(2.25),
      traceFilter: "user.id == 'ada'",
    });
  });

  it('zooms to the bars that are chosen', async () => {
    const page = await open();
    slider().focus();
    await page.user.keyboard(`${AT_TWO}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}`);
    expect(page.address()).toMatch(/^\/\?/);
    expect(readParameters(page.address())).toEqual({
      timeRangeStart: atHour(2),
      timeRangeEnd: atHour(2.75),
    });
  });

  it('marks the same bars as the charts around it', async () => {
    const { user } = await open(
      [
        counted(),
        USED_TOKENS,
        answer(COST.document, {
          node: {
            ...PROJECT,
            costSummary: { spanCount: 300, unpricedSpanCount: 44 },
            cost: {
              data: toPoints(
                { 2: { promptCost: 0.5, completionCost: 0.25 } },
                { promptCost: 0, completionCost: 0 },
              ),
            },
          },
        }),
      ],
      <>
        <SeriesChart chart={SPANS} />
        <SeriesChart chart={SESSIONS} />
        <SeriesChart chart={TOKENS} />
        <SeriesChart chart={COST} />
      </>,
    );
    slider().focus();
    await user.keyboard(AT_TWO);
    expect(valueOf('Spans')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 4');
    expect(valueOf('Active sessions')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 4');
    expect(valueOf('Tokens')).toBe('10 Mar, 02:00–02:15: Prompt 50, Completion 25');
    expect(valueOf('Cost')).toBe('10 Mar, 02:00–02:15: Prompt $0.50, Completion $0.25');
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(valueOf('Tokens')).toMatch(/: Prompt 50, Completion 25$/);
    // A session counts in every bin in which it is active, so its counts do not add up.
    expect(valueOf('Active sessions')).toMatch(/: no values$/);
  });

  it('shows its values as a table, without the bins that have none', async () => {
    const { user } = await open(
      [
        counted(),
        answer(TRACE_LATENCY.document, {
          node: {
            ...PROJECT,
            traces: { data: toPoints({ 2: slow(1500), 9: slow(9000) }, NO_LATENCY) },
          },
        }),
      ],
      <SeriesChart chart={TRACE_LATENCY} />,
    );
    const latency = card('Latency of traces');
    await user.click(latency.getByRole('button', { name: 'Show Latency of traces as a table' }));
    const rows = latency.getAllByRole('row');
    expect(rows).toHaveLength(3);
    expect(within(rows[1]!).getByRole('rowheader').textContent).toBe('10 Mar, 02:00–02:15');
    expect(within(rows[1]!).getAllByRole('cell')[0]?.textContent).toBe('1,500 ms');
    expect(within(rows[2]!).getAllByRole('cell')[0]?.textContent).toBe('9,000 ms');
    await user.click(latency.getByRole('button', { name: 'Show Latency of traces as a chart' }));
    latency.getByRole('slider');
  });

  it('says that there is nothing, and offers no table of it', async () => {
    await open([counted(NOTHING)]);
    card('Traces').getByText('No traces in this range.');
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('waits without hiding its title, which leads to the list', async () => {
    await open([keepWaiting(CountsQuery)]);
    const title = screen.getByRole('link', { name: 'Traces' }).getAttribute('href')!;
    expect(title).toMatch(/^\/projects\/project-1\/traces\?/);
    expect(readParameters(title)).toEqual(CHARTED_DAY);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('fails alone, and can be loaded again', async () => {
    const page = await open([counted(), cutOff(TOKENS.document)], <SeriesChart chart={TOKENS} />);
    slider();
    const alert = within(screen.getByRole('alert'));
    alert.getByText(/^The server cannot be reached\./);
    page.answer(USED_TOKENS);
    await page.user.click(alert.getByRole('button', { name: 'Try again' }));
    slider('Tokens');
    expect(page.sent(CountsQuery)).toHaveLength(1);
  });
});
