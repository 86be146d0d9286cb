import { screen, within } from '@testing-library/react/pure';
import { button } from '../../testing/elements.js';
import { aListedAnnotation, someAnnotations } from '../../testing/factories/annotated-lists.js';
import { renderComponent } from '../../testing/render-page.js';
import { AnnotationChips } from './annotation-chips.js';
import type { AnnotationScales } from './annotation-scale.js';
import { groupAnnotations } from './annotation-value.js';

const NO_SCALES: AnnotationScales = new Map();
const GROUPS = groupAnnotations(someAnnotations());

describe('annotations as chips', () => {
  it('show the most frequent label, or the mean score, of each name', async () => {
    await renderComponent(<AnnotationChips groups={GROUPS} scales={NO_SCALES} />);
    expect(screen.getByRole('button').textContent).toBe(
      ['length, in words', '0.25', 'quality', 'good', '×3'].join(''),
    );
    expect(screen.queryByLabelText('good')).toBeNull();
  });

  it('say whether a value is good or bad, where a config tells', async () => {
    const scale = { isHigherBetter: true, low: 0, high: 1, scores: new Map([['good', 1]]) };
    const scales: AnnotationScales = new Map([
      ['quality', scale],
      ['length, in words', { ...scale, isHigherBetter: false, low: -1, high: 0.25 }],
    ]);
    await renderComponent(<AnnotationChips groups={GROUPS} scales={scales} />);
    screen.getByLabelText('good');
    screen.getByLabelText('bad');
  });

  it('count what there is no room for', async () => {
    await renderComponent(<AnnotationChips groups={GROUPS} scales={NO_SCALES} limit={1} />);
    expect(screen.getByRole('button').textContent).toBe('length, in words0.25+1');
  });

  it('leave out the name in a column for it, and show “text” if there is only a text', async () => {
    const text = aListedAnnotation({ label: null, score: null });
    await renderComponent(
      <AnnotationChips groups={groupAnnotations([text])} scales={NO_SCALES} isNamed={false} />,
    );
    button('text');
  });

  it('are a dash if there are none', async () => {
    await renderComponent(<AnnotationChips groups={[]} scales={NO_SCALES} />);
    expect(screen.getByLabelText('no annotations').textContent).toBe('–');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('list all values with their authors when they get the focus', async () => {
    const { user } = await renderComponent(
      <AnnotationChips groups={GROUPS} scales={NO_SCALES} limit={1} />,
    );
    await user.tab();
    const tooltip = within(await screen.findByRole('tooltip'));
    expect(tooltip.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^length, in words 0\.25Person/),
      expect.stringMatching(/^quality good, 1Person \(ada\) · /),
      expect.stringMatching(/^quality good, 1LLM/),
      expect.stringMatching(/^quality bad, 0Code/),
    ]);
  });

  it('count the values that the list leaves out', async () => {
    const many = Array.from({ length: 14 }, (_, at) => aListedAnnotation({ id: `${at}` }));
    const { user } = await renderComponent(
      <AnnotationChips groups={groupAnnotations(many)} scales={NO_SCALES} />,
    );
    await user.tab();
    const items = within(await screen.findByRole('tooltip')).getAllByRole('listitem');
    expect([items.length, items.at(-1)?.textContent]).toEqual([13, '2 more']);
  });

  it('open what says more about them', async () => {
    let opened = 0;
    const { user } = await renderComponent(
      <AnnotationChips groups={GROUPS} scales={NO_SCALES} onOpen={() => (opened += 1)} />,
    );
    await user.click(screen.getByRole('button'));
    expect(opened).toBe(1);
  });
});
