import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { readParameters } from '../../../testing/factories/charts.js';
import { listFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import { ProjectCostQuery } from '../api/project-cost.js';
import { ProjectSummaryQuery } from '../api/project-summary.js';
import { CreateSavedViewMutation, SavedViewsQuery } from '../api/saved-views.js';
import { SessionsListQuery } from '../api/sessions-list.js';
import { SpansListQuery } from '../api/spans-list.js';
import { TracesListQuery } from '../api/traces-list.js';
import { TimeSeriesQuery } from '../histogram/time-series-query.js';

const NO_TRACES = answer(TracesListQuery, { node: { ...PROJECT, traces: aConnection([]) } });
const NO_SPANS = answer(SpansListQuery, { node: { ...PROJECT, spans: aConnection([]) } });
const NO_SESSIONS = answer(SessionsListQuery, { node: { ...PROJECT, sessions: aConnection([]) } });

const open = (path: string, ...answers: Parameters<typeof renderPage>[1] & object) =>
  renderPage(`/projects/${PROJECT_ID}/${path}`, [...listFrame(), ...answers]);

describe('the filters of a list', () => {
  it.each([
    [
      'traces',
      'traces?search=refund&filter=latency_ms%20%3E%205000&status=error',
      { traceFilterCondition: 'latency_ms > 5000 and error_count > 0', search: 'refund' },
      {
        filter: { status: 'ERROR' },
        condition: 'latency_ms > 5000',
        search: 'refund',
        words: 'refund',
        isSearch: true,
      },
    ],
    [
      'traces without failures',
      'traces?status=ok',
      { traceFilterCondition: 'error_count == 0', search: null },
      { filter: { status: 'OK' }, condition: null, search: null, isSearch: false },
    ],
  ])('also apply to the figures and the chart of %s', async (_case, path, ofFigures, ofList) => {
    const page = await open(path, NO_TRACES);
    const conditions = {
      filterCondition: null,
      sessionFilterCondition: null,
      searchedRows: 'TRACES',
      ...ofFigures,
    };
    expect(page.sent(TracesListQuery)).toMatchObject([ofList]);
    expect(page.sent(ProjectSummaryQuery)).toMatchObject([conditions]);
    expect(page.sent(ProjectCostQuery)).toMatchObject([conditions]);
    expect(page.sent(TimeSeriesQuery)).toMatchObject([{ ...conditions, traces_count: true }]);
  });

  it('also apply to the figures and the chart of spans', async () => {
    const page = await open(
      "spans?kinds=tool&statuses=error&filter=latency_ms%20%3E%3D%200&traceFilter=user.id%20%3D%3D%20'ada'",
      NO_SPANS,
    );
    expect(page.sent(SpansListQuery)).toMatchObject([
      {
        filter: { kinds: ['tool'], statusCodes: ['ERROR'] },
        condition: 'latency_ms >= 0',
        traceCondition: "user.id == 'ada'",
      },
    ]);
    const conditions = {
      filterCondition: "latency_ms >= 0 and span_kind in ['tool'] and status_code in ['error']",
      traceFilterCondition: "user.id == 'ada'",
      sessionFilterCondition: null,
      search: null,
      searchedRows: 'SPANS',
    };
    expect(page.sent(ProjectSummaryQuery)).toMatchObject([conditions]);
    expect(page.sent(TimeSeriesQuery)).toMatchObject([{ ...conditions, spans_count: true }]);
    // Of the sessions, there may be only a part.
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).not.toContain(
      'Sessions',
    );

    await page.user.click(button('Remove the condition on traces'));
    expect(page.sent(SpansListQuery).at(-1)?.traceCondition).toBeNull();
    expect(page.sent(ProjectSummaryQuery).at(-1)?.traceFilterCondition).toBeNull();
    expect(readParameters(page.address())).toEqual({
      kinds: 'tool',
      statuses: 'error',
      filter: 'latency_ms >= 0',
    });
  });

  it('also apply to the figures and the chart of sessions', async () => {
    const page = await open('sessions?search=unreachable&filter=num_traces%20%3E%203', NO_SESSIONS);
    expect(page.sent(SessionsListQuery)).toMatchObject([
      { condition: 'num_traces > 3', search: 'unreachable' },
    ]);
    const conditions = {
      filterCondition: null,
      traceFilterCondition: null,
      sessionFilterCondition: 'num_traces > 3',
      search: 'unreachable',
      searchedRows: 'SESSIONS',
    };
    expect(page.sent(ProjectSummaryQuery)).toMatchObject([conditions]);
    expect(page.sent(TimeSeriesQuery)).toMatchObject([{ ...conditions, sessions_count: true }]);
    screen.getByText('No sessions match the filters');
  });

  it('are all cleared where nothing matches them', async () => {
    const page = await open('traces?filter=num_spans%20%3E%202&search=refund', NO_TRACES);
    const status = within(screen.getByRole('radiogroup', { name: 'Status' }));
    await page.user.click(status.getByRole('radio', { name: 'OK' }));
    expect(readParameters(page.address())).toEqual({
      filter: 'num_spans > 2',
      search: 'refund',
      status: 'ok',
    });
    screen.getByText('No traces match the filters');
    await page.user.click(button('Clear filters'));
    expect(page.address()).toBe(`/projects/${PROJECT_ID}/traces`);
    expect(field('Filter traces')).toHaveProperty('value', '');
    expect(page.sent(TracesListQuery).at(-1)).toMatchObject({
      filter: { status: null },
      condition: null,
      search: null,
    });
    screen.getByText('No traces in this time range');
  });

  it('are kept in a saved view', async () => {
    const page = await open(
      'traces?status=error&filter=num_spans%20%3E%202&sort=-latencyMs',
      NO_TRACES,
      answer(SavedViewsQuery, { node: { ...PROJECT, savedViews: [] } }),
      answer(CreateSavedViewMutation, { createSavedView: { savedView: { id: 'view-1' } } }),
    );
    await page.user.click(button('Saved views'));
    await page.fill(field('Save this view'), 'Failed & large');
    await page.user.keyboard('{Enter}');
    const { name, query, list } = page.sent(CreateSavedViewMutation)[0]!.input;
    expect([name, list]).toEqual(['Failed & large', 'TRACES']);
    expect(readParameters(`/?${query}`)).toEqual({
      status: 'error',
      filter: 'num_spans > 2',
      sort: '-latencyMs',
    });
  });

  it('may be refused by the server, which says why, until they are changed', async () => {
    const page = await open(
      'traces?filter=nonsense%20%3E%201',
      refuse(TracesListQuery, 'Unknown name `nonsense` (at character 1).'),
    );
    within(screen.getByRole('alert')).getByText('Unknown name `nonsense` (at character 1).');
    page.answer(NO_TRACES);
    await page.user.click(field('Filter traces'));
    await page.fill(field('Filter traces'), '');
    await page.user.keyboard('{Enter}');
    expect(page.address()).toBe(`/projects/${PROJECT_ID}/traces`);
    screen.getByText('No traces in this time range');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
