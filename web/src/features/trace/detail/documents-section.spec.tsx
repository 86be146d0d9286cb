import { screen } from '@testing-library/react/pure';
import { listTexts } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type AnnotationSlots, AnnotationSlotsProvider } from '../annotation-slots.js';
import type { DetailedSpan } from '../api/span-query.js';
import type { KindInfoProps } from './kind-info.js';
import { RerankerInfo } from './reranker-info.js';
import { RetrieverInfo } from './retriever-info.js';

const none = () => null;
const SLOTS: AnnotationSlots = {
  renderChips: none,
  renderTables: none,
  renderMarks: (spanId, position) => <mark role="mark">{`mark ${position} of ${spanId}`}</mark>,
  renderJudgments: (spanId, position) => <mark role="note">{`note ${position} of ${spanId}`}</mark>,
  renderMetrics: (spanId) => <mark role="figure">{`metrics of ${spanId}`}</mark>,
};
const SPAN = { id: 'span-1' } as DetailedSpan;
const documents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ document: { content: `text ${at}` } }));

const show = (Info: (props: KindInfoProps) => React.ReactNode, attributes: object) =>
  renderComponent(
    <AnnotationSlotsProvider value={SLOTS}>
      <Info span={SPAN} attributes={attributes as KindInfoProps['attributes']} />
    </AnnotationSlotsProvider>,
  );

describe('annotations of documents', () => {
  it('are about what a retriever found', async () => {
    await show(RetrieverInfo, { retrieval: { documents: documents(2) } });
    expect(listTexts('figure')).toEqual(['metrics of span-1']);
    expect(listTexts('mark')).toEqual(['mark 0 of span-1', 'mark 1 of span-1']);
    expect(listTexts('note')).toEqual(['note 0 of span-1', 'note 1 of span-1']);
  });

  it('are about what a reranker returned, and not about what it got', async () => {
    const { user } = await show(RerankerInfo, {
      reranker: { input_documents: documents(3), output_documents: documents(2) },
    });
    await user.click(screen.getByRole('button', { name: /^Input documents/ }));
    screen.getByText('text 2');
    expect(listTexts('figure')).toEqual(['metrics of span-1']);
    expect(listTexts('mark')).toEqual(['mark 0 of span-1', 'mark 1 of span-1']);
    expect(listTexts('note')).toEqual(['note 0 of span-1', 'note 1 of span-1']);
  });
});
