import { screen, within } from '@testing-library/react/pure';
import { aConnection, type Answer, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, link, row } from '../../../testing/elements.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  ContentQuery,
  DeleteErrorsMutation,
  ErrorsQuery,
  type Exporter,
  HealthQuery,
  type IngestionErrorRow,
  ResendMutation,
} from '../api/ingestion.js';

const TIME = '2026-02-03T04:05:06Z';

const EXPORTER: Exporter = {
  id: 'exporter-1',
  serviceName: null,
  sdkName: 'opentelemetry',
  sdkVersion: '1.30.0',
  sdkLanguage: 'python',
  keyName: null,
  firstSeenAt: TIME,
  lastSeenAt: TIME,
  httpProtobufRequestCount: 0,
  httpJsonRequestCount: 1,
  grpcRequestCount: 0,
  spanCount: 3,
  spanCountToday: 1,
  logRecordCount: 0,
  metricPointCount: 0,
  refusedCount: 1,
  problems: [],
  unreadKeys: [],
};

const METRICS = [
  {
    name: 'claude_code.cost.usage',
    unit: 'USD',
    kind: 'SUM' as const,
    pointCount: 2,
    keptCount: 2,
  },
  { name: 'process.memory', unit: 'By', kind: 'GAUGE' as const, pointCount: 1_200, keptCount: 0 },
];

function anError(part: Partial<IngestionErrorRow> = {}): IngestionErrorRow {
  return {
    id: 'error-1',
    reason: 'storage_refused',
    message: 'The database refused the span.',
    traceId: 'trace-1',
    spanId: 'span-1',
    spanName: 'refused',
    occurredAt: TIME,
    resentAt: null,
    isKept: true,
    ...part,
  };
}

const NAMELESS = anError({
  id: 'error-2',
  reason: 'missing_span_id',
  message: 'The span has no span ID.',
  spanName: 'nameless',
  isKept: false,
});

/** Answers with these errors. */
function known(errors: IngestionErrorRow[], exporters: Exporter[] = [EXPORTER]): Answer[] {
  const reasons = [...new Set(errors.map(({ reason }) => reason))];
  const of = (wanted: string) => errors.filter(({ reason }) => reason === wanted);
  const ingestionErrorReasons = reasons.map((reason) => ({
    reason,
    count: of(reason).length,
    keptCount: of(reason).filter(({ isKept }) => isKept).length,
  }));
  return [
    answer(HealthQuery, {
      node: { ...PROJECT, ingestionErrorReasons, exporters, sentMetrics: METRICS },
    }),
    answer(ErrorsQuery, ({ reason }) => ({
      node: {
        ...PROJECT,
        ingestionErrors: aConnection(errors.filter((one) => !reason || one.reason === reason)),
      },
    })),
    answer(ContentQuery, {
      node: { __typename: 'IngestionError', id: 'error-1', content: '{"resourceSpans":[]}' },
    }),
  ];
}

const resent = (storedCount: number, refusedCount = 0, endCursor: string | null = null) =>
  answer(ResendMutation, {
    resendIngestionErrors: { storedCount, refusedCount, endCursor },
  });
const open = (answers: Answer[], search = '', role: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderPage(
    `/projects/${PROJECT_ID}/ingestion${search}`,
    [...projectFrame({ viewerRole: role }), ...answers],
    {
      as: role,
    },
  );
const panel = () => within(screen.getByRole('region', { name: 'Refused span' }));
const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

describe('the exporters of a project', () => {
  it('are listed with what they sent', async () => {
    await open(known([]));
    screen.getByText('Everything was stored');
    screen.getByText('Unnamed service');
    screen.getByText('python opentelemetry 1.30.0');
    screen.getByText('1 span today, 3 in all · 1 refused in all · HTTP with JSON');
    expect(screen.queryByRole('combobox', { name: 'Reason' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete all…' })).toBeNull();
  });

  it('lists the attribute keys of an exporter that are not understood', async () => {
    const unreadKeys = [
      { key: 'crew.task', requestCount: 1_200, example: 'write' },
      { key: 'crew.token', requestCount: 1, example: null },
    ];
    await open(known([], [{ ...EXPORTER, unreadKeys }]));
    screen.getByText('2 attribute keys not understood');
    const cellsOf = (key: string) =>
      [...screen.getByText(key).closest('tr')!.children].map((cell) => cell.textContent);
    expect(cellsOf('crew.task')).toEqual(['crew.task', 'write', '1.2k']);
    expect(cellsOf('crew.token')).toEqual(['crew.token', '—', '1']);
  });

  it('are listed with what is wrong, and what to do about it', async () => {
    const message = 'Its clock is 4 minutes ahead.';
    const advice = 'Synchronize the clock of its machine.';
    await open(known([], [{ ...EXPORTER, problems: [{ kind: 'CLOCK_AHEAD', message, advice }] }]));
    screen.getByText(message);
    screen.getByText(advice);
  });

  it('have metrics, of which some are only counted', async () => {
    await open(known([]));
    screen.getByText('claude_code.cost.usage');
    screen.getByText('2 points');
    screen.getByText('1.2k points, counted only');
  });

  it('are explained while there are none', async () => {
    await open(known([], []));
    screen.getByText('No exporters yet');
  });
});

describe('what was not stored', () => {
  it('is filtered by reason, also by one that is gone', async () => {
    const page = await open(known([anError(), NAMELESS]));
    expect([...choice('Reason').options].map(({ text }) => text)).toEqual([
      'Any reason',
      'storage_refused (1)',
      'missing_span_id (1)',
    ]);
    await page.user.selectOptions(choice('Reason'), 'missing_span_id (1)');
    row(/nameless missing_span_id The span has no span ID\. No/);
    expect(screen.queryByRole('link', { name: 'refused' })).toBeNull();
    expect(page.address()).toBe(`/projects/${PROJECT_ID}/ingestion?reason=missing_span_id`);
    expect(page.sent(ErrorsQuery).at(-1)?.reason).toBe('missing_span_id');
    expect(button('Send 0 spans again')).toHaveProperty('disabled', true);
  });

  it('keeps a reason that is gone while it is chosen', async () => {
    const page = await open(known([anError()]), '?reason=missing_span_id');
    expect(choice('Reason').selectedOptions[0]?.text).toBe('missing_span_id (0)');
    await page.user.selectOptions(choice('Reason'), 'Any reason');
    link('refused');
  });

  it('shows what was sent, and sends it again', async () => {
    const page = await open([...known([anError()]), resent(0, 1)]);
    await page.user.click(link('refused'));
    expect(page.address()).toContain('error=error-1');
    panel().getByText('The database refused the span.');
    panel().getByText('trace-1');
    panel().getByText(/resourceSpans/);
    page.answer(...known([anError({ resentAt: TIME })]));
    await page.user.click(panel().getByRole('button', { name: 'Send again' }));
    await screen.findByText('1 span refused again.');
    expect(screen.queryByRole('region', { name: 'Refused span' })).toBeNull();
    screen.getByText(/^Yes, sent/);
    expect(page.sent(ResendMutation)).toEqual([
      { input: { projectId: PROJECT_ID, ids: ['error-1'], after: null } },
    ]);
  });

  it('says why it is not kept', async () => {
    await open(known([NAMELESS]), '?error=error-2');
    panel().getByText(/^It is not kept/);
    expect(panel().queryByRole('button', { name: 'Send again' })).toBeNull();
    panel().getByRole('button', { name: 'Delete…' });
  });

  it('sends those of the selected spans again that are kept', async () => {
    const page = await open([...known([anError(), NAMELESS]), resent(1)]);
    await page.user.click(screen.getByRole('checkbox', { name: 'Select nameless' }));
    bar().getByText('1 error selected');
    expect(bar().getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', true);
    await page.user.click(screen.getByRole('checkbox', { name: 'Select refused' }));
    bar().getByText('2 errors selected');
    await page.user.click(bar().getByRole('button', { name: 'Send again' }));
    await screen.findByText('1 span stored.');
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    expect(page.sent(ResendMutation)[0]?.input).toMatchObject({ ids: ['error-1'] });
  });

  it('is sent again in steps, with the total at the end', async () => {
    const page = await open(
      [
        ...known([anError()]),
        answer(ResendMutation, ({ input }) => ({
          resendIngestionErrors: input.after
            ? { storedCount: 28, refusedCount: 2, endCursor: null }
            : { storedCount: 200, refusedCount: 0, endCursor: 'cursor-1' },
        })),
      ],
      '?reason=storage_refused',
    );
    await page.user.click(button('Send 1 span again'));
    await screen.findByText('228 spans stored, 2 spans refused again.');
    const all = { projectId: PROJECT_ID, reason: 'storage_refused' };
    expect(page.sent(ResendMutation)).toEqual([
      { input: { ...all, after: null } },
      { input: { ...all, after: 'cursor-1' } },
    ]);
  });

  it('stays if sending fails, and says why', async () => {
    const page = await open([
      ...known([anError()]),
      refuse(ResendMutation, 'The storage is full.'),
    ]);
    await page.user.click(button('Send 1 span again'));
    await screen.findByText('The storage is full.');
    link('refused');
  });

  it.each([
    ['all of it', 'Delete all…', 'Delete 2 errors', { projectId: PROJECT_ID }],
    ['the selected rows', 'Delete…', 'Delete 1 error', { projectId: PROJECT_ID, ids: ['error-1'] }],
  ])('is deleted after a question: %s', async (_what, name, title, input) => {
    const page = await open([
      ...known([anError(), NAMELESS]),
      answer(DeleteErrorsMutation, { deleteIngestionErrors: { deletedCount: 2 } }),
    ]);
    if ('ids' in input)
      await page.user.click(screen.getByRole('checkbox', { name: 'Select refused' }));
    await page.user.click(button(name));
    const question = within(screen.getByRole('dialog', { name: title }));
    question.getByText(/^This deletes the errors and the spans kept with them\./);
    expect(page.sent(DeleteErrorsMutation)).toEqual([]);
    page.answer(...known([]));
    await page.user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('2 errors deleted');
    expect(page.sent(DeleteErrorsMutation)).toEqual([{ input }]);
    screen.getByText('Everything was stored');
  });

  it('is only shown to viewers, without what was sent', async () => {
    const page = await open(known([anError()]), '?error=error-1', 'VIEWER');
    panel().getByText('Members can see it and send it again.');
    expect(panel().queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(page.sent(ContentQuery)).toEqual([]);
    for (const name of ['Send 1 span again', 'Delete all…']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('says that it cannot be read', async () => {
    const page = await open([...known([anError()]), cutOff(HealthQuery), cutOff(ErrorsQuery)]);
    expect(screen.getAllByText('The server cannot be reached')).toHaveLength(2);
    page.answer(...known([anError()]));
    for (const again of screen.getAllByRole('button', { name: 'Try again' })) {
      await page.user.click(again);
    }
    link('refused');
  });
});
