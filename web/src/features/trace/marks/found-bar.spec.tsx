import { screen } from '@testing-library/react/pure';
import { useState } from 'react';
import { answer } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { aSpanDetail } from '../../../testing/factories/traces.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type DetailedSpan, SpanQuery } from '../api/span-query.js';
import { SpanDetail } from '../detail/span-detail.js';
import type { SpanTab } from '../search.js';
import { aSpan } from '../tree/a-span.js';

// cspell:ignore refünd

/** The highlights that a browser paints, which jsdom does not. */
const highlights = new Map<string, Set<Range>>();

class FakeHighlight extends Set<Range> {
  priority = 0;

  constructor(...ranges: Range[]) {
    super(ranges);
  }
}

const ANSWER = aSpanDetail(aSpan('answer', { spanKind: 'llm' }), {
  'llm.input_messages': [{ 'message.role': 'user', 'message.content': 'I want a Refund.' }],
  'llm.output_messages': [
    {
      'message.role': 'assistant',
      'message.content': 'Your **late** order: a REFÜND is due.',
    },
  ],
  metadata: '{"policy":{"texts":["refunds within 30 days"]}}',
  shop: { rule: 'refund-7' },
});
const PAY = aSpanDetail(
  aSpan('pay', { spanKind: 'tool', statusCode: 'ERROR' }),
  {},
  {
    statusMessage: 'the refund was declined',
    events: [
      {
        name: 'exception',
        message: '',
        timestamp: '2026-01-01T00:00:00Z',
        attributes: {
          'exception.message': 'the refund was declined',
          'exception.stacktrace': 'declined\n    at pay (shop.ts:3:9)',
        },
      },
      { name: 'paused', message: '', timestamp: '2026-01-01T00:00:00Z', attributes: {} },
    ],
  },
);

function Shown({ span, search }: { span: DetailedSpan; search: string }) {
  const [tab, setTab] = useState<SpanTab>('info');
  return (
    <SpanDetail
      id={span.id}
      traceId="trace-1"
      known={undefined}
      tab={tab}
      onTab={setTab}
      spanActions={() => null}
      search={search}
    />
  );
}

async function open(span: DetailedSpan, search: string) {
  const shown = <Shown span={span} search={search} />;
  const page = await renderComponent(shown, [answer(SpanQuery, { node: span })]);
  await screen.findByText(span.name, { selector: 'h3' });
  return page;
}

/** The marked texts: all that were found, or `found-current`, the one that the user has reached. */
const marked = (name = 'found') => [...(highlights.get(name) ?? [])].map(String);

describe('the words of a search', () => {
  beforeAll(async () => {
    // Loading it can take longer than actions wait for.
    await import('../../../components/text/prose.js');
    Object.assign(globalThis, { CSS: { highlights }, Highlight: FakeHighlight });
  });
  afterAll(() => {
    for (const name of ['CSS', 'Highlight']) Reflect.deleteProperty(globalThis, name);
  });

  it('are marked in every kind of text, without regard to case and accents', async () => {
    await open(ANSWER, 'refund');
    expect(marked()).toEqual(['Refund', 'REFÜND', 'refund', 'refund']);
    expect(marked('found-current')).toEqual(['Refund']);
    screen.getByText('1 of 4 matches');
  });

  it('are reached in turn with keys and buttons, and again from the first', async () => {
    const page = await open(ANSWER, 'refund');
    await page.user.keyboard('m');
    screen.getByText('2 of 4 matches');
    expect(marked('found-current')).toEqual(['REFÜND']);
    await page.user.click(button('Next searched word'));
    screen.getByText('3 of 4 matches');
    await page.user.keyboard('mm');
    screen.getByText('1 of 4 matches');
    await page.user.keyboard('M');
    screen.getByText('4 of 4 matches');
    await page.user.click(button('Previous searched word'));
    screen.getByText('3 of 4 matches');
  });

  it.each([
    ['words', 'late order', ['late', 'order']],
    ['a phrase across elements', '"late order"', ['late order']],
  ])('are marked as %s, in Markdown', async (_what, search, texts) => {
    await open(ANSWER, search);
    expect(marked()).toEqual(texts);
  });

  it('are marked in plain text', async () => {
    const page = await open(ANSWER, 'late order');
    await page.user.click(screen.getByRole('radio', { name: 'Plain' }));
    screen.getByText('Your **late** order: a REFÜND is due.');
    expect(marked()).toEqual(['late', 'order']);
  });

  it('open the sections that have them, and are no longer marked in folded ones', async () => {
    const page = await open(ANSWER, 'refund-7');
    expect(marked()).toEqual(['refund-7']);
    screen.getByText('1 of 1 match');
    await page.user.click(button('Other attributes'));
    expect(marked()).toEqual([]);
    screen.getByText('No matches on this tab.');
    await page.user.click(button('Show attributes'));
    expect(marked()).toEqual(['refund-7']);
  });

  it('are marked in failures, stack traces and events', async () => {
    const page = await open(PAY, 'declined');
    expect(marked()).toEqual(['declined']);
    await page.user.click(button('Stack trace'));
    expect(marked()).toEqual(['declined', 'declined']);
    await page.user.click(screen.getByRole('tab', { name: /^Events/ }));
    expect(marked()).toEqual(['declined', 'declined', 'declined']);
  });

  it('lead to a tab that has them', async () => {
    const page = await open(PAY, 'paused');
    expect(marked()).toEqual([]);
    await page.user.click(button('Show events'));
    expect(marked()).toEqual(['paused']);
    screen.getByText('1 of 1 match');
  });

  it.each([
    ['a span does not have them', 'late'],
    ['nothing was searched', ''],
  ])('are nowhere if %s', async (_case, search) => {
    await open(PAY, search);
    expect(highlights.size).toBe(0);
    expect(screen.queryByText(/match/)).toBeNull();
  });
});
