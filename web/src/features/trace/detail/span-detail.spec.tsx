import { screen, within } from '@testing-library/react/pure';
import { useState } from 'react';
import { answer, refuse } from '../../../testing/answers.js';
import { button, link, listTexts, row } from '../../../testing/elements.js';
import { aSpanDetail } from '../../../testing/factories/traces.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type DetailedSpan, SpanQuery } from '../api/span-query.js';
import type { SpanTab } from '../search.js';
import { aSpan } from '../tree/a-span.js';
import { SpanDetail } from './span-detail.js';

/** A question with a picture, answered by a call of a tool. */
const CHAT = {
  'llm.model_name': 'gpt-5.2-mini',
  'llm.invocation_parameters': '{"temperature":0.5}',
  'llm.input_messages': [
    { 'message.role': 'system', 'message.content': 'You know every **book**.' },
    {
      'message.role': 'user',
      'message.contents': [
        { 'message_content.type': 'text', 'message_content.text': 'Which one is this?' },
        {
          'message_content.type': 'image',
          'message_content.image.image.url': 'https://pictures.invalid/whale.png',
        },
      ],
    },
  ],
  'llm.output_messages': [
    {
      'message.role': 'assistant',
      'message.tool_calls': [
        {
          'tool_call.id': 'call_1',
          'tool_call.function.name': 'find_book',
          'tool_call.function.arguments': '{"subject":"whales"}',
        },
      ],
    },
  ],
};
const PLAN = aSpanDetail(aSpan('plan', { spanKind: 'llm' }), CHAT, { modelName: 'gpt-5.2-mini' });

const FAILED = aSpanDetail(
  aSpan('find_book', { spanKind: 'tool', statusCode: 'ERROR' }),
  {},
  {
    statusMessage: 'the catalogue is closed',
    events: [
      {
        name: 'exception',
        message: 'the catalogue is closed',
        timestamp: '2026-01-01T00:00:00.007Z',
        attributes: {
          'exception.type': 'TimeoutError',
          'exception.message': 'the catalogue is closed',
          'exception.stacktrace': 'TimeoutError: closed\n    at search (tools.ts:12:7)',
        },
      },
    ],
  },
);

function Shown({ span }: { span: DetailedSpan }) {
  const [tab, setTab] = useState<SpanTab>('info');
  return (
    <SpanDetail
      id={span.id}
      traceId="trace-1"
      known={undefined}
      tab={tab}
      onTab={setTab}
      spanActions={({ spanKind }) => `actions for ${spanKind}`}
    />
  );
}

async function open(span: DetailedSpan) {
  const page = await renderComponent(<Shown span={span} />, [answer(SpanQuery, { node: span })]);
  await screen.findByText(span.name, { selector: 'h3' });
  return page;
}

const tab = (name: RegExp) => screen.getByRole('tab', { name });
const panel = () => within(screen.getByRole('tabpanel'));

describe('a span', () => {
  // Loading it can take longer than actions wait for.
  beforeAll(() => import('../../../components/text/prose.js'));

  it('shows a model call as a conversation with its tool call', async () => {
    const page = await open(PLAN);
    screen.getByText('actions for llm');
    for (const text of ['gpt-5.2-mini', 'temperature', 'System', 'User', 'Assistant', 'call_1']) {
      panel().getByText(text);
    }
    panel().getByText('Which one is this?');
    panel().getByText('find_book');
    panel().getByText('"subject"');
    panel().getByText('"whales"');
    expect(page.sent(SpanQuery)).toEqual([{ id: PLAN.id }]);
  });

  it('says how long the first token took, and which span counts its tokens', async () => {
    await open({
      ...PLAN,
      timeToFirstTokenMs: 412,
      countedInSpan: { id: 'span-9', name: 'outer call' },
    });
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toContain('412 ms');
    expect(facts).toContain('counted in outer call');
    expect(link('outer call').getAttribute('href')).toMatch(/selectedSpanNodeId=span-9/);
  });

  it('loads no remote picture before the user agrees', async () => {
    const page = await open(PLAN);
    expect(document.querySelector('img')).toBeNull();
    await page.user.click(button('Load image'));
    expect(screen.getByRole('img', { name: 'image in this message' }).getAttribute('src')).toBe(
      'https://pictures.invalid/whale.png',
    );
  });

  it('shows Markdown as such, or as it was written', async () => {
    const page = await open(PLAN);
    expect(panel().getByText('book').tagName).toBe('STRONG');
    await page.user.click(screen.getByRole('radio', { name: 'Plain' }));
    panel().getByText('You know every **book**.');
  });

  it('shows documents with their scores', async () => {
    await open(
      aSpanDetail(aSpan('shelves', { spanKind: 'retriever' }), {
        'retrieval.documents': [
          {
            'document.content': 'Call me Ishmael.',
            'document.score': 0.9123,
            'document.id': 'whale-1',
          },
        ],
      }),
    );
    panel().getByText('Call me Ishmael.');
    panel().getByText('0.912');
    panel().getByText('whale-1');
  });

  it('shows why it failed, with its stack trace', async () => {
    const page = await open(FAILED);
    within(screen.getByRole('alert')).getByText('the catalogue is closed');
    panel().getByText('TimeoutError');
    expect(panel().queryByText(/tools\.ts:12:7/)).toBeNull();
    await page.user.click(button('Stack trace'));
    panel().getByText(/tools\.ts:12:7/);
    await page.user.click(tab(/^Events/));
    panel().getByText('+7 ms');
    panel().getByText(/tools\.ts:12:7/);
  });

  it('folds and opens all sections at once', async () => {
    const page = await open(
      aSpanDetail(aSpan('librarian', { spanKind: 'agent' }), {
        'input.value': 'Which?',
        'output.value': 'The Whale',
      }),
    );
    panel().getByText('The Whale');
    await page.user.click(button('Collapse all sections'));
    expect(panel().queryByText('The Whale')).toBeNull();
    expect(panel().queryByText('Which?')).toBeNull();
    await page.user.click(button('Expand all sections'));
    panel().getByText('The Whale');
    panel().getByText('Which?');
  });

  it('shows every attribute, and finds some', async () => {
    const page = await open(PLAN);
    await page.user.click(tab(/^Attributes/));
    row(/^llm\.model_name gpt-5\.2-mini/);
    panel().getByText('13 attributes');
    await page.fill(screen.getByRole('textbox', { name: /^Search attributes/ }), 'whales');
    panel().getByText('1 of 13');
    expect(listTexts('rowheader')).toEqual([
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments',
    ]);
    await page.user.click(button('Show as JSON'));
    panel().getByText('"subject"');
    await page.fill(screen.getByRole('textbox', { name: /^Search attributes/ }), 'nothing');
    panel().getByText('No path or value contains this text.');
  });

  it('shows everything as raw JSON', async () => {
    const page = await open(FAILED);
    await page.user.click(tab(/^Raw JSON/));
    for (const text of ['"find_book"', '"TOOL"', '"ERROR"', '"the catalogue is closed"']) {
      panel().getAllByText(text);
    }
  });

  it('says what it has not recorded', async () => {
    const page = await open(aSpanDetail(aSpan('bare')));
    panel().getByText('This span recorded no input, output or attributes.');
    await page.user.click(tab(/^Events/));
    panel().getByText('This span recorded no events.');
    await page.user.click(tab(/^Attributes/));
    panel().getByText('This span has no attributes.');
  });

  it.each([
    ['is of another kind', answer(SpanQuery, { node: { __typename: 'Trace', id: 'id-plan' } })],
    ['was deleted', refuse(SpanQuery, 'The span does not exist.', 'NOT_FOUND')],
  ])('says that it does not exist if it %s', async (_case, given) => {
    await renderComponent(<Shown span={PLAN} />, [given]);
    screen.getByText('Span not found');
    screen.getByText(/Select another span of this trace\./);
  });

  it('can be requested again if the server refuses it', async () => {
    const page = await renderComponent(<Shown span={PLAN} />, [
      refuse(SpanQuery, 'The database is full.'),
    ]);
    screen.getByText('The database is full.');
    page.answer(answer(SpanQuery, { node: PLAN }));
    await page.user.click(button('Try again'));
    await screen.findByRole('heading', { level: 3, name: 'plan' });
  });
});
