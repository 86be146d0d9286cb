import { screen, waitFor, within } from '@testing-library/react/pure';
import { answer, type Answer, answerRest, cutOff, refuse } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import {
  listedSpans,
  OpenTrace,
  spanTree,
  textPieces,
} from '../../../testing/factories/open-trace.js';
import {
  AGENT_SPANS,
  answerMatches,
  aSpanPage,
  aTrace,
  showTrace,
  TRACE_ID,
} from '../../../testing/factories/traces.js';
import { renderComponent } from '../../../testing/render-page.js';
import { aSpan } from '../tree/a-span.js';
import {
  AncestorsQuery,
  SpanMatchesQuery,
  TraceQuery,
  TraceSpansQuery,
} from '../api/trace-query.js';

const [ROOT, MODEL, WEATHER, BOOK, HOTEL] = AGENT_SPANS;

const open = (answers: Answer[] = showTrace(aTrace()), selected?: string) =>
  renderComponent(<OpenTrace selected={selected} />, answers);
/** Faster than by role, in a large page that is searched again and again. */
const heading = (name: string) => screen.findByText(name, { selector: 'h3' });

describe('an open trace', () => {
  it('shows its spans as a tree with kinds, errors, tokens and times', async () => {
    await open();
    expect(
      within(spanTree())
        .getAllByRole('treeitem')
        .map((item) => [item.getAttribute('aria-level'), ...textPieces(item)]),
    ).toEqual([
      ['1', 'Agent', 'plan trip', 'a descendant failed', '120', 'tok', '900 ms'],
      ['2', 'LLM', 'ask model', '120', 'tok', '10 ms'],
      ['2', 'Tool', 'weather', '10 ms'],
      ['2', 'Chain', 'book', 'a descendant failed', '401 ms'],
      ['3', 'Tool', 'book hotel', 'failed', '10 ms'],
    ]);
  });

  it('moves with the arrow keys, and folds', async () => {
    const page = await open();
    expect(document.activeElement).toBe(spanTree());
    await heading('plan trip');
    await page.user.keyboard('{ArrowDown}');
    await heading('ask model');
    await page.user.keyboard('{End}');
    await heading('book hotel');
    await page.user.keyboard('{ArrowLeft}');
    await heading('book');
    await page.user.keyboard('{ArrowLeft}');
    expect(listedSpans()).toEqual(['plan trip', 'ask model', 'weather', 'book']);
    await page.user.keyboard('{ArrowRight}');
    expect(listedSpans()).toContain('book hotel');
    await page.user.click(button('Collapse all'));
    expect(listedSpans()).toEqual(['plan trip']);
    await page.user.click(button('Expand all'));
    expect(listedSpans()).toHaveLength(5);
  });

  it('hides and shows figures and bars', async () => {
    const page = await open();
    await page.user.click(button('Hide metrics and bars'));
    expect(spanTree().textContent).not.toContain('900 ms');
    await page.user.click(button('Show metrics and bars'));
    expect(spanTree().textContent).toContain('900 ms');
  });

  it('goes to the failed spans by button and key', async () => {
    const page = await open([...showTrace(aTrace()), answerMatches(1, null, HOTEL!.id)]);
    screen.getByText('1 failed');
    page.answer(answerMatches(1, 1, MODEL!.id));
    await page.user.click(button('Next failed span'));
    await heading('book hotel');
    await screen.findByText('1 of 1 failed');
    await page.user.keyboard('F');
    await heading('ask model');
    // Asked after a pause, in which the user may go on to another span.
    await waitFor(() =>
      expect(page.sent(SpanMatchesQuery).at(-1)).toEqual({
        traceId: TRACE_ID,
        spanId: 'ask model',
        filter: { statusCodes: ['ERROR'] },
        filterCondition: null,
      }),
    );
  });

  it('leads to the project and a comparison', async () => {
    await open();
    expect(link('support').getAttribute('href')).toBe('/projects/project-1/traces');
    expect(link('Compare with another trace').getAttribute('href')).toBe(
      `/compare-traces?base=${TRACE_ID}`,
    );
  });

  it('reads all pages for a download, and says why it fails', async () => {
    const spans = (query: string) =>
      `GET v1/projects/project-1/spans?trace_id=${TRACE_ID}&limit=1000${query}` as const;
    const page = await open([
      ...showTrace(aTrace()),
      answerRest(spans(''), { data: [{ name: 'plan trip' }], next_cursor: 'more' }),
      answerRest(spans('&cursor=more'), 'The trace is gone.', 404),
    ]);
    await page.user.click(button('Download JSON'));
    await screen.findByText('Trace not downloaded');
    screen.getByText('The server responded with status 404.');
    expect(page.calls(spans('&cursor=more'))).toHaveLength(1);
  });

  it('says that it does not exist', async () => {
    await open([answer(TraceQuery, { getTraceByOtelId: null })]);
    screen.getByText('Trace not found');
    screen.getByText(new RegExp(`No trace has the ID ${TRACE_ID}`));
  });

  it('says that the selected span does not exist', async () => {
    await open(showTrace(aTrace()), 'id-of-another-trace');
    screen.getByText('Span not found');
    expect(listedSpans()).toHaveLength(5);
  });

  it('can be requested again if the server does not answer', async () => {
    const page = await open([cutOff(TraceQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(...showTrace(aTrace()));
    await page.user.click(button('Try again'));
    expect(listedSpans()).toHaveLength(5);
  });
});

describe('internal spans of an open trace', () => {
  const inner = (spanId: string, parentId: string, at: number) =>
    aSpan(spanId, { parentId, at, spanKind: 'unknown', isInternal: true });
  const spans = [
    aSpan('turn', { spanKind: 'agent', latencyMs: 900 }),
    inner('prepare', 'turn', 1),
    inner('sample', 'turn', 2),
    aSpan('model', { parentId: 'sample', at: 3, spanKind: 'llm' }),
    inner('clean up', 'sample', 4),
  ];
  const trace = () => showTrace(aTrace({}, spans));

  it('are one row, which opens with a click and the keyboard', async () => {
    const page = await open(trace());
    const folded = ['turn', '2 internal spans', 'model', '1 internal span'];
    expect(listedSpans()).toEqual(folded);
    await page.user.click(screen.getByText('2 internal spans'));
    expect(listedSpans().slice(1, 4)).toEqual(['2 internal spans', 'prepare', 'sample']);
    await heading('turn');
    await page.user.keyboard('{ArrowLeft}');
    expect(listedSpans()).toEqual(folded);
    expect(spanTree().getAttribute('aria-activedescendant')).toMatch(/internal id-prepare$/);
    await page.user.keyboard('{ArrowRight}{ArrowRight}');
    await heading('prepare');
    await page.user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(listedSpans()).toEqual(folded);
    await page.user.keyboard('{ArrowUp}');
    await heading('turn');
  });

  it('are not hidden if one is selected, or found', async () => {
    const page = await open(trace(), 'id-clean up');
    expect(listedSpans().slice(-2)).toEqual(['1 internal span', 'clean up']);
    page.answer(
      answer(TraceSpansQuery, {
        getTraceByOtelId: { id: 'trace-1', spans: aSpanPage([spans[1]!]) },
      }),
      answer(AncestorsQuery, { getTraceByOtelId: { id: 'trace-1', ancestors: [spans[0]!] } }),
      answerMatches(1, null, spans[1]!.id),
    );
    await page.fill(screen.getByRole('textbox', { name: /^Search spans/ }), 'prepare');
    await screen.findByText('1 found');
    expect(listedSpans()).toEqual(['turn', 'prepare']);
    page.answer(answerMatches(1, 1, spans[1]!.id));
    await page.user.keyboard('{Enter}');
    await heading('prepare');
    await page.user.keyboard('{Escape}');
    expect(listedSpans().slice(0, 4)).toEqual(['turn', '2 internal spans', 'prepare', 'sample']);
  });

  it('are shown like all others if the user wishes', async () => {
    const page = await open(trace());
    await page.user.click(button('Show internal spans'));
    expect(listedSpans()).toEqual(['turn', 'prepare', 'sample', 'model', 'clean up']);
    await page.user.click(button('Fold internal spans'));
    expect(listedSpans()).toHaveLength(4);
  });

  it('are folded below the root of a trace that has nothing else', async () => {
    const only = [
      aSpan('start', { spanKind: 'unknown', isInternal: true }),
      inner('end', 'start', 1),
    ];
    await open(showTrace(aTrace({}, only)));
    expect(listedSpans()).toEqual(['start', '1 internal span']);
  });

  it('have no button in a trace without any', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Show internal spans' })).toBeNull();
  });
});

describe('a search in an open trace', () => {
  const found = answer(TraceSpansQuery, ({ filter, filterCondition }) => ({
    getTraceByOtelId: {
      id: 'trace-1',
      spans: aSpanPage(
        filterCondition?.includes('error')
          ? [HOTEL!]
          : filter?.statusCodes
            ? [WEATHER!]
            : [WEATHER!, HOTEL!],
      ),
    },
  }));
  const above = answer(AncestorsQuery, {
    getTraceByOtelId: { id: 'trace-1', ancestors: [ROOT!, BOOK!] },
  });
  const searchField = () =>
    screen.getByRole('textbox', { name: 'Search spans by name, error, kind, status or ID' });

  it('finds spans and keeps their ancestors, goes to them, and ends', async () => {
    const page = await open([
      ...showTrace(aTrace()),
      found,
      above,
      answerMatches(1, null, HOTEL!.id),
    ]);
    await page.user.keyboard('/');
    expect(document.activeElement).toBe(searchField());
    await page.fill(searchField(), 'error');
    await screen.findByText('1 found');
    expect(listedSpans()).toEqual(['plan trip', 'book', 'book hotel']);
    expect(page.address()).toBe('/?find=error');
    expect(page.sent(TraceSpansQuery)).toEqual([
      {
        traceId: TRACE_ID,
        first: 200,
        after: null,
        dir: 'asc',
        filter: {},
        filterCondition: "('error' in name or 'error' in status_message or status_code == 'error')",
      },
    ]);
    expect(page.sent(AncestorsQuery)).toEqual([{ traceId: TRACE_ID, spanIds: ['book hotel'] }]);
    page.answer(answerMatches(1, 1, HOTEL!.id));
    await page.user.keyboard('{Enter}');
    await heading('book hotel');
    await screen.findByText('1 of 1');
    await page.user.keyboard('{Escape}');
    expect(listedSpans()).toHaveLength(5);
    expect(searchField()).toHaveProperty('value', '');
    expect(page.address()).toBe('/');
  });

  it('filters by kinds and statuses', async () => {
    const page = await open([
      ...showTrace(aTrace()),
      found,
      above,
      answerMatches(2, null, HOTEL!.id),
    ]);
    await page.user.click(button('Filter by kind and status'));
    await page.user.click(screen.getByRole('checkbox', { name: 'Tool' }));
    screen.getByText('2 found');
    page.answer(answerMatches(1, null, WEATHER!.id));
    await page.user.click(screen.getByRole('checkbox', { name: 'OK' }));
    screen.getByText('1 found');
    expect(listedSpans()).toEqual(['plan trip', 'weather', 'book']);
    expect(page.sent(TraceSpansQuery).map(({ filter }) => filter)).toEqual([
      { kinds: ['tool'] },
      { kinds: ['tool'], statusCodes: ['OK'] },
    ]);
    expect(page.sent(SpanMatchesQuery).at(-1)).toMatchObject({
      filter: { kinds: ['tool'], statusCodes: ['OK'] },
    });
    expect(decodeURIComponent(page.address())).toBe('/?findKinds=["tool"]&findStatuses=["OK"]');
    button('Filter by kind and status, 2 chosen');
    await page.user.click(button('Clear'));
    expect(page.address()).toBe('/');
    expect(listedSpans()).toHaveLength(5);
  });

  it('says that no spans match, and that the server refuses it', async () => {
    const nothing = { getTraceByOtelId: { id: 'trace-1', spans: aSpanPage([]) } };
    const page = await open([
      ...showTrace(aTrace()),
      answer(TraceSpansQuery, nothing),
      answerMatches(0, null, HOTEL!.id),
    ]);
    await page.fill(searchField(), 'nothing');
    await screen.findByText('No spans match');
    expect(button('Next match')).toHaveProperty('disabled', true);
    page.answer(refuse(TraceSpansQuery, 'It takes too long.'));
    await page.fill(searchField(), 'slow');
    await screen.findByText('It takes too long.');
  });
});
