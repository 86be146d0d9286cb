import { screen, within } from '@testing-library/react/pure';
import { aConnection, type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, link, row } from '../../../testing/elements.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import { LogNamesQuery, type LogRow, LogsQuery } from '../api/logs-list.js';

function aLog(part: Partial<LogRow> = {}): LogRow {
  return {
    __typename: 'LogRecord',
    id: 'log-1',
    time: '2026-02-03T04:05:06Z',
    severity: 'INFO',
    severityText: 'INFO',
    eventName: null,
    body: 'The tool answered.',
    isJsonBody: false,
    attributes: '{"tool":"search"}',
    traceId: null,
    spanId: null,
    serviceName: 'bot',
    scopeName: null,
    ...part,
  } as LogRow;
}

const EVENT = aLog({
  id: 'log-2',
  severity: 'ERROR',
  severityText: 'fatal-ish',
  eventName: 'tool.failed',
  body: '{"reason":"timeout"}',
  isJsonBody: true,
  traceId: 'trace-1',
  spanId: 'span-1',
});

const known = (logs: LogRow[]): Answer[] => [
  ...projectFrame({ viewerRole: 'VIEWER' }),
  answer(LogsQuery, { node: { ...PROJECT, logRecords: aConnection(logs) } }),
  answer(LogNamesQuery, {
    node: {
      ...PROJECT,
      logRecordNames: { eventNames: ['tool.failed'], serviceNames: ['bot'] },
    },
  }),
];
const open = (answers: Answer[], search = '') =>
  renderPage(`/projects/${PROJECT_ID}/logs${search}`, answers, { as: 'VIEWER' });

describe('the log records of a project', () => {
  it('are listed with their severity, event and service', async () => {
    await open(known([aLog(), EVENT]));
    row(/Info The tool answered\. – bot/);
    row(/Error \{"reason":"timeout"\} tool\.failed bot/);
  });

  it('are filtered by what the URL says, and the URL by the filters', async () => {
    const page = await open(known([EVENT]), '?severity=WARN&timeRangeKey=all');
    expect(page.sent(LogsQuery)[0]?.filter).toEqual({
      timeRange: { start: null, end: null },
      minSeverity: 'WARN',
      eventName: null,
      serviceName: null,
      search: null,
    });
    await page.user.selectOptions(choice('Event'), 'tool.failed');
    await page.user.selectOptions(choice('Service'), 'bot');
    await page.user.selectOptions(choice('Severity'), 'Error or higher');
    await page.user.type(field('Search log records'), 'timeout{Enter}');
    expect(page.address()).toContain('severity=ERROR');
    expect(page.sent(LogsQuery).at(-1)?.filter).toMatchObject({
      minSeverity: 'ERROR',
      eventName: 'tool.failed',
      serviceName: 'bot',
      search: 'timeout',
    });
  });

  it('are shown in full, with a way to their span', async () => {
    const page = await open(known([aLog(), EVENT]));
    await page.user.click(link('{"reason":"timeout"}'));
    expect(page.address()).toContain('record=log-2');
    const panel = within(screen.getByRole('region', { name: 'Log record' }));
    panel.getByText('tool.failed');
    expect(panel.getByRole('link', { name: 'Open span' }).getAttribute('href')).toBe(
      '/redirects/spans/span-1',
    );
    expect(panel.getAllByText(/timeout/).length).toBeGreaterThan(0);
  });

  it('are explained while there are none', async () => {
    await open(known([]));
    screen.getByText('No log records in “Last 7 days”');
    screen.getByText(/x-project-name/);
  });

  it('can be listed without the filters that hide them', async () => {
    const page = await open(known([]), '?search=x&severity=FATAL');
    screen.getByText('No log records match the filters');
    await page.user.click(button('Clear filters'));
    expect(page.address()).toBe(`/projects/${PROJECT_ID}/logs`);
  });

  it('are replaced by the reason if they cannot be listed', async () => {
    await open([...known([aLog()]), refuse(LogsQuery, 'This takes longer than 30 seconds.')]);
    screen.getByText(/This takes longer/);
  });
});
