import { screen } from '@testing-library/react/pure';
import { answer, type Answer, cutOff } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { listedSpans, OpenTrace } from '../../../testing/factories/open-trace.js';
import { aSpanPage, aTrace, showTrace, TRACE_ID } from '../../../testing/factories/traces.js';
import { renderComponent } from '../../../testing/render-page.js';
import { SpansAroundQuery, TraceSpansQuery, TreeSpanQuery } from '../api/trace-query.js';
import { aSpan } from '../tree/a-span.js';

const open = (answers: Answer[], selected?: string) =>
  renderComponent(<OpenTrace selected={selected} />, answers);

describe('a large trace', () => {
  const PAGES = Array.from({ length: 4 }, (_, at) =>
    aSpan(`page ${at + 1}`, { parentId: 'crawl', at: at + 1 }),
  );
  const CRAWL = aSpan('crawl', { latencyMs: 100 });
  /** Its first page has two of its five spans. */
  const large = aTrace({ numSpans: 5, spans: aSpanPage([CRAWL, PAGES[0]!], true) }, [
    CRAWL,
    ...PAGES,
  ]);
  const pageOf = (spans: typeof PAGES, more: boolean) => ({
    getTraceByOtelId: { id: 'trace-1', spans: aSpanPage(spans, more) },
  });

  it('loads the spans that come into view, page by page', async () => {
    const page = await open([
      ...showTrace(large),
      answer(TraceSpansQuery, ({ after }) =>
        after === 'after page 1' ? pageOf(PAGES.slice(1, 3), true) : pageOf(PAGES.slice(3), false),
      ),
    ]);
    expect(listedSpans()).toEqual(['crawl', 'page 1', 'page 2', 'page 3', 'page 4']);
    expect(screen.queryByText(/spans loaded/)).toBeNull();
    expect(page.sent(TraceSpansQuery).map(({ after, dir, first }) => [after, dir, first])).toEqual([
      ['after page 1', 'asc', 1000],
      ['after page 3', 'asc', 1000],
    ]);
  });

  it('waits for the user if the next spans cannot be loaded', async () => {
    const page = await open([...showTrace(large), cutOff(TraceSpansQuery)]);
    screen.getByText(/2 of 5 spans loaded/);
    screen.getByText('; the next ones could not be loaded');
    expect(page.sent(TraceSpansQuery)).toHaveLength(1);
    page.answer(answer(TraceSpansQuery, pageOf(PAGES.slice(1), false)));
    await page.user.click(screen.getByText('More spans are not loaded. Click to try again.'));
    expect(listedSpans()).toHaveLength(5);
    expect(screen.queryByText(/spans loaded/)).toBeNull();
  });

  it('loads all spans on request', async () => {
    const page = await open([...showTrace(large), cutOff(TraceSpansQuery)]);
    page.answer(
      answer(TraceSpansQuery, ({ after }) =>
        after === 'after page 1' ? pageOf(PAGES.slice(1, 3), true) : pageOf(PAGES.slice(3), false),
      ),
    );
    await page.user.click(button('Load all'));
    expect(listedSpans()).toHaveLength(5);
  });

  it('loads the spans around a selected one that is not among the first', async () => {
    const page = await open(
      [
        ...showTrace(large),
        cutOff(TraceSpansQuery),
        answer(TreeSpanQuery, {
          node: { __typename: 'Span', ...PAGES[3]!, context: { traceId: TRACE_ID } },
        }),
        answer(SpansAroundQuery, {
          getTraceByOtelId: {
            id: 'trace-1',
            before: aSpanPage([PAGES[2]!], true),
            after: aSpanPage([PAGES[3]!]),
          },
        }),
      ],
      PAGES[3]!.id,
    );
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('page 4');
    expect(page.sent(SpansAroundQuery)).toEqual([
      { traceId: TRACE_ID, time: PAGES[3]!.startTime, first: 200 },
    ]);
    expect(listedSpans()).toContain('page 3');
  });
});
