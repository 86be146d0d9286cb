import { screen } from '@testing-library/react/pure';
import { answer, type Answer } from '../../../testing/answers.js';
import { button, isPressed } from '../../../testing/elements.js';
import { keepJudgments, type StoredJudgments } from '../../../testing/factories/judgment-store.js';
import { aJudgment, aLabelConfig, useConfigs } from '../../../testing/factories/judgments.js';
import { findTargets, JudgedTrace } from '../../../testing/factories/judged-trace.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  CreateDocumentMutation,
  CreateSpanMutation,
  DeleteDocumentMutation,
} from '../judge/judgment-mutations.js';
import { DocumentJudgmentsQuery } from '../judge/judgments.js';
import { DocumentJudgments, DocumentMarks } from './document-marks.js';
import { RetrievalMetrics } from './retrieval-metrics.js';

/** The documents of a span. Each test has its own, because what is not saved is kept. */
function Documents({ spanId }: { spanId: string }) {
  return [0, 1, 2].map((position) => (
    <div key={position}>
      <DocumentMarks spanId={spanId} position={position} />
      <DocumentJudgments spanId={spanId} position={position} />
    </div>
  ));
}

describe('marks on retrieved documents', () => {
  it('are given by click and by key, and taken back', async () => {
    const page = await renderComponent(<Documents spanId="span-1" />, keepJudgments());
    await page.user.click(button('Not relevant: document 1'));
    expect(isPressed('Not relevant: document 1')).toBe(true);
    await page.user.keyboard('{ArrowDown}');
    await page.user.keyboard('1');
    expect(isPressed('Relevant: document 2')).toBe(true);
    expect(isPressed('Relevant: document 1')).toBe(false);
    const given = {
      spanId: 'span-1',
      name: 'relevance',
      identifier: 'app:user-1',
      explanation: null,
      metadata: {},
      annotatorKind: 'HUMAN',
      source: 'APP',
    };
    expect(page.sent(CreateDocumentMutation)).toEqual([
      { input: { ...given, documentPosition: 0, label: 'irrelevant', score: 0 } },
      { input: { ...given, documentPosition: 1, label: 'relevant', score: 1 } },
    ]);
    await page.user.keyboard('1');
    expect(isPressed('Relevant: document 2')).toBe(false);
    await page.user.click(button('Not relevant: document 1'));
    expect(isPressed('Not relevant: document 1')).toBe(false);
    expect(page.sent(DeleteDocumentMutation)).toEqual([{ id: 'new-2' }, { id: 'new-1' }]);
  });

  it('let the arrow keys go from document to document', async () => {
    const { user } = await renderComponent(<Documents spanId="span-1" />, keepJudgments());
    button('Relevant: document 2').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(button('Relevant: document 3'));
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(button('Relevant: document 2'));
  });

  it('are shown to viewers, with those of programs, and not offered to them', async () => {
    const stored: StoredJudgments = new Map([
      [
        'span-1',
        [
          {
            ...aJudgment({
              name: 'grounded',
              annotatorKind: 'LLM',
              source: 'API',
              identifier: '',
              label: 'yes',
              explanation: 'It quotes the terms.',
            }),
            documentPosition: 2,
          },
        ],
      ],
    ]);
    await renderComponent(<Documents spanId="span-1" />, keepJudgments(stored), { as: 'VIEWER' });
    const list = screen.getByRole('list');
    expect(list.getAttribute('aria-label')).toBe('Annotations of document 3');
    expect(list.textContent).toMatch(/^grounded yes \(1\)It quotes the terms\.ada · LLM · API · /);
    expect(screen.queryAllByRole('button')).toHaveLength(0);
  });

  it('are not listed a second time, except with an explanation', async () => {
    const own = { ...aJudgment({ name: 'relevance', label: 'relevant' }), documentPosition: 0 };
    const explained = { ...own, id: 'annotation-2', explanation: 'Why.', documentPosition: 1 };
    await renderComponent(
      <Documents spanId="span-1" />,
      keepJudgments(new Map([['span-1', [own, explained]]])),
    );
    expect(isPressed('Relevant: document 1')).toBe(true);
    expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual([
      'Annotations of document 2',
    ]);
  });

  it('stay if they cannot be saved, and say so', async () => {
    const failing: Answer = {
      name: 'JudgeDocument',
      reply: () => ({ status: 500, body: 'Out of order' }),
    };
    const saving = keepJudgments();
    const page = await renderComponent(<Documents spanId="span-2" />, [...saving, failing]);
    await page.user.click(button('Relevant: document 1'));
    expect(screen.getByRole('alert').textContent).toMatch(/^Not saved: Out of order/);
    expect(isPressed('Relevant: document 1')).toBe(true);
    page.answer(...saving);
    await page.user.click(button('Save again'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isPressed('Relevant: document 1')).toBe(true);
    expect(page.sent(CreateDocumentMutation)).toHaveLength(2);
  });

  it('keep their keys while the annotations of the span are open', async () => {
    const page = await renderComponent(
      <>
        <JudgedTrace initial="span" />
        <Documents spanId="span-1" />
      </>,
      [findTargets(), useConfigs(aLabelConfig()), ...keepJudgments()],
    );
    button('Relevant: document 2').focus();
    await page.user.keyboard('2');
    expect(isPressed('Not relevant: document 2')).toBe(true);
    expect(page.sent(CreateDocumentMutation)).toHaveLength(1);
    expect(page.sent(CreateSpanMutation)).toEqual([]);
  });
});

describe('the quality of a retrieval', () => {
  const measured = (
    ...metrics: {
      evaluationName: string;
      ndcg: number | null;
      precision: number | null;
      reciprocalRank: number | null;
      hit: number | null;
    }[]
  ) =>
    answer(DocumentJudgmentsQuery, {
      node: { __typename: 'Span', id: 'span-1', annotations: [], metrics },
    });

  it('is explained with its figures', async () => {
    await renderComponent(<RetrievalMetrics spanId="span-1" />, [
      measured(
        { evaluationName: 'relevance', ndcg: 0.63, precision: 0.5, reciprocalRank: 0.5, hit: 1 },
        { evaluationName: 'grounded', ndcg: 0, precision: 0, reciprocalRank: 0, hit: 0 },
        { evaluationName: 'empty', ndcg: null, precision: null, reciprocalRank: null, hit: null },
      ),
    ]);
    const [relevance, grounded, ...others] = screen
      .getAllByRole('region', { name: 'Retrieval quality' })
      .map(({ textContent }) => textContent);
    expect(others).toEqual([]);
    expect(relevance).toContain('Retrieval quality by relevance');
    expect(relevance).toContain('50% of the documents up to the last annotated one are relevant');
    expect(relevance).toContain('1 ÷ 2, the rank of the first relevant document');
    expect(relevance).toContain('YesAt least one document is relevant');
    expect(grounded).toContain('Retrieval quality by grounded');
    expect(grounded).toContain('0, because no document is relevant');
    expect(grounded).toContain('NoNo document is relevant');
  });

  it('is read again with each mark, and is gone with the last one', async () => {
    const page = await renderComponent(
      <>
        <RetrievalMetrics spanId="span-1" />
        <DocumentMarks spanId="span-1" position={0} />
      </>,
      keepJudgments(),
    );
    expect(screen.queryByRole('region')).toBeNull();
    const before = page.sent(DocumentJudgmentsQuery).length;
    page.answer(
      measured({
        evaluationName: 'relevance',
        ndcg: 1,
        precision: 1,
        reciprocalRank: 1,
        hit: 1,
      }),
    );
    await page.user.click(button('Relevant: document 1'));
    screen.getByRole('region', { name: 'Retrieval quality' });
    expect(page.sent(DocumentJudgmentsQuery)).toHaveLength(before + 1);
  });
});
