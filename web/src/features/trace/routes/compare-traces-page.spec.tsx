import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, field, link } from '../../../testing/elements.js';
import { textPieces } from '../../../testing/factories/open-trace.js';
import {
  aComparedSpan,
  aComparedTrace,
  aSpanPair,
} from '../../../testing/factories/trace-comparisons.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  ComparableTracesQuery,
  type ComparedTrace,
  TraceComparisonQuery,
} from '../api/trace-comparison.js';
import { SpanTextsQuery } from '../api/use-span-texts.js';

const YESTERDAY = aComparedTrace('yesterday', 'support');
const TODAY = aComparedTrace('today', 'support', { latencyMs: 2100, numSpans: 5, errorCount: 1 });
const ofModel = (modelName: string) => ({ spanKind: 'llm' as const, modelName });

/** Two runs of an agent: the second one fails to search, asks another model, and apologizes. */
const PAIRS = [
  aSpanPair(
    aComparedSpan('support-a', 'support'),
    aComparedSpan('support-b', 'support', { latencyMs: 1300 }),
    [],
    0,
  ),
  aSpanPair(aComparedSpan('plan-a', 'plan'), aComparedSpan('plan-b', 'plan')),
  aSpanPair(
    aComparedSpan('search-a', 'search'),
    aComparedSpan('search-b', 'search', { statusCode: 'ERROR' }),
    ['STATUS'],
  ),
  aSpanPair(
    aComparedSpan('answer-a', 'answer', ofModel('gpt-5')),
    aComparedSpan('answer-b', 'answer', ofModel('gpt-6')),
    ['OUTPUT', 'MODEL'],
  ),
  aSpanPair(null, aComparedSpan('apologize-b', 'apologize')),
];

/** The attributes of spans, by their IDs. */
const TEXTS: Record<string, object> = {
  'plan-a': { 'input.value': 'order', 'output.value': 'search' },
  'plan-b': { 'input.value': 'order', 'output.value': 'search' },
  'answer-a': { 'input.value': 'Where?', 'output.value': 'It is on its way to you.' },
  'answer-b': { 'input.value': 'Where?', 'output.value': 'I could not find it.' },
};

const COMPARISON: Answer[] = [
  answer(TraceComparisonQuery, ({ base }) => ({
    compareTraces:
      base === 'yesterday'
        ? { base: YESTERDAY, other: TODAY, pairs: PAIRS, isComplete: true }
        : {
            base: TODAY,
            other: YESTERDAY,
            pairs: PAIRS.map((one) => ({ ...one, base: one.other, other: one.base })),
            isComplete: true,
          },
  })),
  answer(SpanTextsQuery, ({ id }) => ({
    node: { __typename: 'Span' as const, id, attributes: JSON.stringify(TEXTS[id] ?? {}) },
  })),
];

const openComparison = (rest = '') =>
  renderPage(`/compare-traces?base=yesterday&other=today${rest}`, COMPARISON);

const selected = () =>
  document.querySelector('[role=option][aria-selected=true]')?.textContent ?? undefined;
const compared = () => within(screen.getByRole('region', { name: 'Compared spans' }));

describe('the comparison of two traces', () => {
  it('lists the spans in pairs with what differs, and their figures', async () => {
    const page = await openComparison();
    expect(page.sent(TraceComparisonQuery)).toEqual([{ base: 'yesterday', other: 'today' }]);
    expect(screen.getAllByRole('option').map(textPieces)).toEqual([
      ['Chain', 'support', '+', '1.2 s'],
      ['Chain', 'plan'],
      ['Chain', 'search', 'status'],
      ['LLM', 'answer', 'output, model'],
      ['B', 'Chain', 'apologize', 'only in B'],
    ]);
    screen.getByText('3 spans differ');
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts.slice(0, 5)).toEqual(['900 ms→2.1 s+1.2 s', '30→30', '–→–', '4→5+1', '0→1+1']);
    expect(selected()).toContain('status');
    await compared().findByText('Neither of the two has an input or an output.');
  });

  it('goes through what differs with a key, and shows the texts', async () => {
    const page = await openComparison();
    await page.user.keyboard('n');
    expect(selected()).toContain('output, model');
    await compared().findByText('gpt-5');
    compared().getByText('gpt-6');
    compared().getByText('same in both');
    expect(document.querySelector('del')?.textContent).toBe('It is on its way to you.');
    expect(document.querySelector('ins')?.textContent).toBe('I could not find it.');
    expect(page.address()).toContain('span=answer-a');
    await page.user.keyboard('n');
    expect(selected()).toContain('only in B');
    compared().getByText('Not in this trace');
    await page.user.keyboard('n');
    expect(selected()).toContain('status');
    await page.user.keyboard('p');
    expect(selected()).toContain('only in B');
  });

  it('moves with the arrow keys and clicks', async () => {
    const page = await openComparison();
    screen.getByRole('listbox').focus();
    await page.user.keyboard('{Home}');
    expect(selected()).toContain('support');
    await page.user.keyboard('{ArrowDown}');
    expect(selected()).toContain('plan');
    await page.user.keyboard('{End}');
    await page.user.keyboard('{ArrowUp}');
    expect(selected()).toContain('answer');
    await page.user.click(screen.getByText('search'));
    expect(selected()).toContain('search');
  });

  it('folds texts that are equal', async () => {
    const page = await openComparison('&span=plan-b');
    expect(selected()).toContain('plan');
    expect(compared().getAllByText('same in both')).toHaveLength(2);
    expect(compared().queryByText('order')).toBeNull();
    await page.user.click(compared().getByRole('button', { name: 'Input' }));
    compared().getByText('order');
  });

  it('hides equal spans', async () => {
    const page = await openComparison();
    await page.user.click(screen.getByRole('switch', { name: 'Only spans that differ' }));
    expect(screen.getAllByRole('option')).toHaveLength(3);
    expect(page.address()).toContain('differing=true');
    await page.user.click(screen.getByRole('switch', { name: 'Only spans that differ' }));
    expect(screen.getAllByRole('option')).toHaveLength(5);
  });

  it('swaps the traces', async () => {
    const page = await openComparison();
    await page.user.click(button('Swap A and B'));
    expect(page.address()).toBe('/compare-traces?base=today&other=yesterday');
    screen.getByText('only in A');
    expect(page.sent(TraceComparisonQuery).at(-1)).toEqual({ base: 'today', other: 'yesterday' });
    expect(link('Compare A with…').getAttribute('href')).toBe('/compare-traces?base=today');
  });

  it('leads to the traces and spans', async () => {
    await openComparison('&span=plan-a');
    expect(
      screen.getAllByRole('link', { name: 'support' }).map((one) => one.getAttribute('href')),
    ).toEqual(['/projects/project-1/traces/yesterday', '/projects/project-1/traces/today']);
    expect(
      compared()
        .getAllByRole('link', { name: 'plan' })
        .map((one) => one.getAttribute('href')),
    ).toEqual([
      '/projects/project-1/traces/yesterday?selectedSpanNodeId=plan-a',
      '/projects/project-1/traces/today?selectedSpanNodeId=plan-b',
    ]);
  });

  it('says that nothing differs', async () => {
    await renderPage('/compare-traces?base=yesterday&other=today&differing=true', [
      ...COMPARISON,
      answer(TraceComparisonQuery, {
        compareTraces: { base: YESTERDAY, other: TODAY, pairs: [PAIRS[1]!], isComplete: false },
      }),
    ]);
    screen.getByText('No spans differ among the first 1,000 of each trace');
    screen.getByText(/^No differences found/);
  });

  it.each([
    ['is unknown', '?base=today&other=unknown'],
    ['is missing in the link', '?other=today'],
  ])('says what to do if a trace %s', async (_case, query) => {
    await renderPage(`/compare-traces${query}`, [
      refuse(TraceComparisonQuery, 'The trace "unknown" does not exist.', 'NOT_FOUND'),
    ]);
    screen.getByRole('heading', { name: 'Trace not found' });
    screen.getByText(/Select two traces in the list of a project, and choose Compare\./);
    expect(link('All projects').getAttribute('href')).toBe('/projects');
  });

  it('can be requested again if the server refuses it', async () => {
    const page = await renderPage('/compare-traces?base=yesterday&other=today', [
      ...COMPARISON,
      refuse(TraceComparisonQuery, 'The database is full.'),
    ]);
    screen.getByText('The database is full.');
    page.answer(...COMPARISON);
    await page.user.click(button('Try again'));
    screen.getByText('3 spans differ');
  });
});

describe('the choice of another trace', () => {
  const open = (...others: ComparedTrace[]) =>
    renderPage('/compare-traces?base=today', [
      ...COMPARISON,
      answer(ComparableTracesQuery, {
        getTraceByOtelId: {
          ...TODAY,
          project: {
            ...TODAY.project,
            traces: { edges: [TODAY, ...others].map((node) => ({ node })) },
          },
        },
      }),
    ]);

  it('offers traces of the same name first, without the trace itself', async () => {
    const page = await open(
      aComparedTrace('other', 'another agent', { errorCount: 1 }),
      aComparedTrace('yesterday', 'support'),
    );
    screen.getByRole('heading', { level: 1, name: 'Compare support with another trace' });
    const list = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.slice(0, 25));
    expect(list('Newest traces with this name')).toEqual([expect.stringMatching(/^support900 ms/)]);
    expect(list('Other new traces')).toEqual([expect.stringMatching(/^another agentfailed900/)]);
    expect(page.sent(ComparableTracesQuery)).toEqual([{ traceId: 'today', first: 50 }]);
    await page.user.click(screen.getByRole('button', { name: /^support/ }));
    expect(page.address()).toBe('/compare-traces?base=today&other=yesterday');
  });

  it('takes the ID of any trace', async () => {
    const page = await open();
    expect(button('Compare')).toHaveProperty('disabled', true);
    await page.fill(field('Trace ID'), ' yesterday ');
    await page.user.click(button('Compare'));
    expect(page.address()).toBe('/compare-traces?base=today&other=yesterday');
    screen.getByText('3 spans differ');
  });

  it('says that the first trace does not exist', async () => {
    await renderPage('/compare-traces?base=unknown', [
      answer(ComparableTracesQuery, { getTraceByOtelId: null }),
    ]);
    screen.getByRole('heading', { name: 'Trace not found' });
    screen.getByText('No trace has the ID unknown. It may have been deleted.');
  });
});
