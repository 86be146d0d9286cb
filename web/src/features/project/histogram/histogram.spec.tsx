import { fireEvent, screen } from '@testing-library/react/pure';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { answer, type Answer, cutOff } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { atHour, toPoints } from '../../../testing/factories/charts.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ProjectStartQuery } from '../api/project-start.js';
import type { ProjectTab } from '../tabs.js';
import { Histogram } from './histogram.js';
import { TimeSeriesQuery } from './time-series-query.js';

/** As it is stored in the address. */
const range = (from: number, to: number): TimeRangeSearch => ({
  timeRangeStart: atHour(from),
  timeRangeEnd: atHour(to),
});
const NO_CONDITIONS = {
  filterCondition: null,
  traceFilterCondition: null,
  sessionFilterCondition: null,
  search: null,
  searchedRows: 'TRACES',
} as const;

const NO_ROWS = { okCount: 0, errorCount: 0, unsetCount: 0, totalCount: 0 };

/** Five rows at two, of which one failed, and two at nine. */
const COUNTS = {
  data: toPoints(
    {
      2: { ...NO_ROWS, okCount: 4, errorCount: 1, totalCount: 5 },
      9: { ...NO_ROWS, okCount: 2, totalCount: 2 },
    },
    NO_ROWS,
  ),
};

/** Values of the bin at two, among bins without values. */
const atTwo = <Values extends object>(values: Values, none: Values) => ({
  data: toPoints({ 2: values }, none),
});

const SERIES = answer(TimeSeriesQuery, (sent) => ({
  node: {
    ...PROJECT,
    ...(sent.isSearch ? { searchCoverage: { startTime: atHour(9) } } : {}),
    ...(sent.traces_count ? { traces_count: COUNTS } : {}),
    ...(sent.spans_count ? { spans_count: COUNTS } : {}),
    ...(sent.sessions_count ? { sessions_count: COUNTS } : {}),
    ...(sent.traces_latency
      ? { traces_latency: atTwo({ p50: 6000, p99: 9000 }, { p50: 0, p99: 0 }) }
      : {}),
    ...(sent.traces_tokens
      ? { traces_tokens: atTwo({ prompt: 50, completion: 25 }, { prompt: 0, completion: 0 }) }
      : {}),
    ...(sent.traces_cost
      ? {
          traces_cost: atTwo(
            { promptCost: 0.5, completionCost: 0.25 },
            { promptCost: 0, completionCost: 0 },
          ),
        }
      : {}),
  },
}));

interface Given {
  tab?: ProjectTab;
  shown?: TimeRangeSearch;
  search?: string;
  answers?: Answer[];
}

/** Opens the histogram of a day; `selected` collects the ranges that the user selects. */
async function open({
  tab = 'traces',
  shown = range(0, 24),
  search,
  answers = [SERIES],
}: Given = {}) {
  localStorage.setItem('time-zone', 'UTC');
  const selected: TimeRangeSearch[] = [];
  const page = await renderComponent(
    <Histogram
      projectId={PROJECT_ID}
      tab={tab}
      range={shown}
      conditions={{ ...NO_CONDITIONS, search: search ?? null }}
      version={0}
      onSelect={(next) => selected.push(next)}
    />,
    answers,
  );
  return { ...page, selected };
}

const slider = () => screen.getByRole('slider');
const chosen = () => slider().getAttribute('aria-valuetext');
/** The keys that choose the bar at two o'clock. */
const AT_TWO = `{Home}${'{ArrowRight}'.repeat(8)}`;

describe('the histogram', () => {
  it('is used with the keyboard', async () => {
    const { user, selected } = await open();
    expect(chosen()).toBe('No bar is chosen.');
    slider().focus();
    await user.keyboard('{Home}');
    expect(chosen()).toBe('10 Mar, 00:00–00:15: 0 traces, 0 failed');
    await user.keyboard(AT_TWO);
    expect(chosen()).toBe('10 Mar, 02:00–02:15: 5 traces, 1 failed');
    await user.keyboard('{Shift>}{End}{/Shift}');
    expect(chosen()).toMatch(/^10 Mar, 02:00.*11 Mar, 00:00: 7 traces, 1 failed$/);
    await user.keyboard('{Escape}');
    expect(chosen()).toBe('No bar is chosen.');
    await user.keyboard('{End}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}{Enter}');
    expect(selected).toEqual([range(23.5, 24)]);
  });

  it('draws one part for each bin with rows, and one for failures', async () => {
    await open();
    expect(slider().querySelectorAll('rect')).toHaveLength(3);
    screen.getByText('up to 5 a bar');
  });

  it('goes earlier and later, and zooms', async () => {
    const { user, selected } = await open();
    for (const name of ['Earlier', 'Later', 'Zoom in', 'Zoom out']) await user.click(button(name));
    const steps = [range(-12, 12), range(12, 36), range(6, 18), range(-12, 36)];
    expect(selected.splice(0)).toEqual(steps);
    slider().focus();
    await user.keyboard('{PageUp}{PageDown}+-');
    expect(selected).toEqual(steps);
  });

  it('goes back to the default range after a double click, and selects no bar', async () => {
    const { selected } = await open();
    fireEvent.doubleClick(slider());
    expect(selected).toEqual([{}]);
  });

  it('shows latency, tokens and cost, and remembers what was chosen', async () => {
    const { user, sent } = await open();
    const read = async (name: string) => {
      await user.click(screen.getByRole('radio', { name }));
      slider().focus();
      await user.keyboard(AT_TWO);
      return chosen();
    };
    expect(await read('Tokens')).toBe('10 Mar, 02:00–02:15: 50 prompt and 25 completion tokens');
    expect(await read('Cost')).toBe(
      '10 Mar, 02:00–02:15: $0.50 for prompts, $0.25 for completions',
    );
    expect(await read('Latency')).toBe('10 Mar, 02:00–02:15: p50 6 s, p99 9 s');
    expect(localStorage.getItem('histogram')).toBe('"latency"');
    expect(sent(TimeSeriesQuery)).toHaveLength(4);
  });

  it('begins with what was chosen before', async () => {
    localStorage.setItem('histogram', '"latency"');
    const { sent } = await open();
    expect(screen.getByRole('radio', { name: 'Latency' })).toHaveProperty('checked', true);
    expect(sent(TimeSeriesQuery)).toMatchObject([{ traces_latency: true }]);
  });

  it.each([
    ['spans', 'spans'],
    ['sessions', 'sessions'],
  ] as const)('counts %s', async (tab, noun) => {
    const { user } = await open({ tab });
    slider().focus();
    await user.keyboard(AT_TWO);
    expect(chosen()).toBe(`10 Mar, 02:00–02:15: 5 ${noun}, 1 failed`);
  });

  it('begins with the first trace if it shows all time', async () => {
    const { sent } = await open({
      shown: { timeRangeKey: 'all' },
      answers: [
        SERIES,
        answer(ProjectStartQuery, {
          node: { ...PROJECT, startTime: atHour(2) },
        }),
      ],
    });
    expect(sent(TimeSeriesQuery).map(({ timeRange }) => timeRange.start)).toEqual([atHour(2)]);
  });

  it('counts each session in every bin in which it was active', async () => {
    const { user } = await open({ tab: 'sessions' });
    slider().focus();
    await user.keyboard(`${AT_TWO}{Shift>}{End}{/Shift}`);
    expect(chosen()).toContain('up to 7 sessions, 1 failed');
  });

  it('grays out what a search has not looked into', async () => {
    const { user, sent } = await open({ search: 'order' });
    screen.getByText('Not searched');
    slider().focus();
    await user.keyboard(AT_TWO);
    expect(chosen()).toBe('10 Mar, 02:00–02:15: 5 traces, 1 failed, not all searched');
    await user.keyboard('{ArrowRight}'.repeat(28));
    expect(chosen()).toBe('10 Mar, 09:00–09:15: 2 traces, 0 failed');
    expect(sent(TimeSeriesQuery)[0]).toMatchObject({ search: 'order', isSearch: true });
  });

  it('can be loaded again after a failure', async () => {
    const page = await open({ answers: [cutOff(TimeSeriesQuery)] });
    await screen.findByText('The chart could not be loaded.');
    page.answer(SERIES);
    await page.user.click(button('Try again'));
    expect(slider().querySelectorAll('rect')).toHaveLength(3);
  });
});
