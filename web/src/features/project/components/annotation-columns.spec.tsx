import { print } from '@0no-co/graphql.web';
import { screen, within } from '@testing-library/react/pure';
import { answer } from '../../../testing/answers.js';
import { button, link, listTexts } from '../../../testing/elements.js';
import {
  aListedAnnotation,
  aSessionRow,
  aSpanRow,
  aTraceRow,
  showLists,
  someAnnotations,
  someSummaries,
} from '../../../testing/factories/annotated-lists.js';
import { renderPage } from '../../../testing/render-page.js';
import { AnnotationSummariesQuery } from '../api/annotation-summaries.js';
import { SessionsListQuery } from '../api/sessions-list.js';
import { SpansListQuery } from '../api/spans-list.js';
import { TracesListQuery } from '../api/traces-list.js';

const BAD = aListedAnnotation({ id: 'e', label: 'bad', score: 0 });
const RESOLVED = aListedAnnotation({ id: 'f', name: 'resolved', label: 'yes', score: null });
const MOOD = aListedAnnotation({ id: 'g', name: 'mood', label: null, score: 7 });
const SPANS = [
  aSpanRow('checkout', someAnnotations()),
  aSpanRow('search'),
  aSpanRow('refund', [BAD]),
];
const TRACES = [aTraceRow('checkout', someAnnotations(), [RESOLVED]), aTraceRow('refund', [BAD])];

/** The texts of the chips of a row with `someAnnotations`. */
const CHECKOUT = ['length, in words', '0.25', 'quality', 'good'];

/** Opens a list of the project. */
const open = (tab: string) =>
  renderPage(
    `/projects/project-1/${tab}`,
    showLists({ spans: SPANS, traces: TRACES, sessions: [aSessionRow('chat', [MOOD])] }),
  );
const rowOf = (name: string) => link(name).closest('tr')!;
const chipsOf = (name: string) => within(rowOf(name)).getByRole('button', { name: /length/ });
const header = (name: string) => screen.getByRole('columnheader', { name });

describe('the annotations in the list of spans', () => {
  it('are in a column, and are marked as good or bad', async () => {
    await open('spans');
    expect(chipsOf('checkout').textContent).toBe([...CHECKOUT, '×3'].join(''));
    within(rowOf('checkout')).getByLabelText('good');
    within(rowOf('refund')).getByLabelText('bad');
    within(rowOf('search')).getByLabelText('no annotations');
  });

  it('have columns of their own, which the address keeps', async () => {
    const page = await open('spans?columns=name');
    expect(screen.queryByRole('columnheader', { name: 'length, in words' })).toBeNull();
    await page.user.click(button('Columns'));
    await page.user.click(screen.getByLabelText('Annotation length, in words'));
    header('length, in words');
    within(rowOf('checkout')).getByRole('button', { name: '0.25' });
    expect(new URL(page.address(), 'http://x').searchParams.get('columns')).toBe(
      'name,annotation:length%2C%20in%20words',
    );
  });

  it('are in the columns that an address names', async () => {
    await open(`spans?columns=${encodeURIComponent('name,annotation:length%2C%20in%20words')}`);
    expect(listTexts('columnheader')).toEqual(['Name', 'length, in words']);
  });

  it('sort the list by a name, which leaves out the rows without it', async () => {
    const page = await open('spans?columns=name,annotation:quality');
    expect(page.sent(SpansListQuery)).toHaveLength(1);
    const sort = within(header('quality')).getByRole('button', { name: 'quality' });
    sort.focus();
    await screen.findByText('Sort by the scores of “quality”');
    page.answer(...showLists({ spans: [SPANS[0]!, SPANS[2]!] }));
    await page.user.click(sort);
    expect(sort.closest('th')?.ariaSort).toBe('descending');
    expect(screen.queryByRole('link', { name: 'search' })).toBeNull();
    expect(button('Show all').parentElement?.textContent).toMatch(
      /^2 spans, only those with “quality”\. /,
    );
    await page.user.click(sort);
    expect(sort.closest('th')?.ariaSort).toBe('ascending');
    await page.user.click(button('Show all'));
    const quality = { name: 'quality', attr: 'score' };
    expect(page.sent(SpansListQuery).map((sent) => sent.sort)).toEqual([
      { col: 'startTime', dir: 'desc' },
      { evalResultKey: quality, dir: 'desc' },
      { evalResultKey: quality, dir: 'asc' },
      { col: 'startTime', dir: 'desc' },
    ]);
    expect(page.address()).not.toContain('sort');
  });

  it('sort by labels where there are no scores', async () => {
    const summary = {
      name: 'quality',
      count: 1,
      meanScore: null,
      labelFractions: [{ label: 'good', fraction: 1 }],
    };
    const page = await renderPage('/projects/project-1/spans?columns=name,annotation:quality', [
      ...showLists({ spans: SPANS }),
      answer(AnnotationSummariesQuery, {
        node: someSummaries({ spanAnnotationSummaries: [summary] }),
      }),
    ]);
    await page.user.click(within(header('quality')).getByRole('button', { name: 'quality' }));
    expect(page.sent(SpansListQuery).at(-1)?.sort).toEqual({
      evalResultKey: { name: 'quality', attr: 'label' },
      dir: 'desc',
    });
  });
});

describe('the annotations in the list of traces', () => {
  it('are those of the trace together with those of its root span', async () => {
    const page = await open('traces');
    const chips = chipsOf('checkout');
    expect(chips.textContent).toBe([...CHECKOUT, '×3', '+1'].join(''));
    await page.user.hover(chips);
    const tooltip = await screen.findByRole('tooltip');
    const values = within(tooltip)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(values).toHaveLength(5);
    expect(values[0]).toMatch(/^length, in words 0\.25Root span · Person \(ada\) · /);
    expect(values[4]).toMatch(/^resolved yesTrace · Person \(ada\) · /);
  });

  it('sort the list only by those of traces', async () => {
    const page = await open('traces?columns=name,annotation:resolved,annotation:quality');
    expect(within(header('quality')).queryByRole('button', { name: 'quality' })).toBeNull();
    await page.user.click(within(header('resolved')).getByRole('button', { name: 'resolved' }));
    expect(page.sent(TracesListQuery).at(-1)?.sort).toEqual({
      annoResultKey: { name: 'resolved', attr: 'score' },
      dir: 'desc',
    });
  });

  it('come in one request, without explanations', async () => {
    const page = await open('traces');
    chipsOf('checkout');
    expect(page.sent(TracesListQuery)).toHaveLength(1);
    for (const document of [SpansListQuery, TracesListQuery, SessionsListQuery]) {
      expect(print(document)).toContain('annotatorKind');
      expect(print(document)).not.toContain('explanation');
    }
  });

  it('are beside the name where the table is narrow, and fewer', async () => {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) =>
      Object.assign(matchMedia(query), { matches: query.includes('max-width') });
    try {
      await open('traces');
      expect(listTexts('columnheader').slice(0, 3)).toEqual(['Name', 'Annotations', 'Status']);
      expect(chipsOf('checkout').textContent).toBe('length, in words0.25+2');
    } finally {
      globalThis.matchMedia = matchMedia;
    }
  });
});

describe('the list of sessions', () => {
  it('shows the annotations of sessions, and sorts by them', async () => {
    const page = await open('sessions?columns=sessionId,annotations,annotation:mood');
    const [chips, inOwnColumn] = within(rowOf('chat')).getAllByRole('button');
    expect([chips?.textContent, inOwnColumn?.textContent]).toEqual(['mood7', '7']);
    await page.user.click(within(header('mood')).getByRole('button', { name: 'mood' }));
    expect(page.sent(SessionsListQuery).at(-1)?.sort).toEqual({
      annoResultKey: { name: 'mood', attr: 'score' },
      dir: 'desc',
    });
  });

  it.each(['spans', 'sessions'])('offers viewers no selection in the list of %s', async (tab) => {
    const rows = { spans: SPANS, sessions: [aSessionRow('chat')] };
    await renderPage(`/projects/project-1/${tab}`, showLists(rows, 'VIEWER'), { as: 'VIEWER' });
    expect(screen.getAllByRole('row').length).toBeGreaterThan(1);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  });
});

describe('the focused row', () => {
  it.each([
    ['spans', 'checkout', /^\/projects\/project-1\/spans\/trace%20of%20checkout\?.*judge=span/],
    ['traces', 'checkout', /^\/projects\/project-1\/traces\/trace%20of%20checkout\?.*judge=trace/],
    ['sessions', 'chat', /^\/projects\/project-1\/sessions\/row%20of%20chat\?.*judge=session/],
  ])('of %s opens with its annotations if none is selected', async (tab, name, address) => {
    const page = await open(tab);
    link(name).focus();
    await page.user.keyboard('e');
    expect(page.address()).toMatch(address);
  });

  it('does not open if rows are selected', async () => {
    const page = await open('spans?columns=name');
    await page.user.click(screen.getByRole('checkbox', { name: 'Select refund' }));
    link('checkout').focus();
    await page.user.keyboard('e');
    expect(page.address()).toBe('/projects/project-1/spans?columns=name');
    screen.getByRole('dialog', { name: 'Annotate 1 span' });
  });
});
