import { screen } from '@testing-library/react/pure';
import { AnnotationScalesQuery } from '../../../components/annotations/use-annotation-scales.js';
import { answer } from '../../../testing/answers.js';
import { aLabelConfig, aTraceJudgment, judgedTrace } from '../../../testing/factories/judgments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { TargetChips } from './target-chips.js';

const SCALES = answer(AnnotationScalesQuery, {
  annotationConfigs: { edges: [{ node: aLabelConfig() }] },
});
const named = (...names: string[]) =>
  judgedTrace(...names.map((name) => aTraceJudgment({ id: name, name })));

async function open(...names: string[]) {
  let opened = 0;
  const page = await renderComponent(
    <TargetChips target={{ kind: 'trace', id: 'trace-1' }} onOpen={() => (opened += 1)} />,
    [SCALES, named(...names)],
  );
  return { page, countOpened: () => opened };
}

it('opens all annotations from a chip', async () => {
  const { page, countOpened } = await open('quality', 'note');
  await page.user.click(screen.getByRole('button', { name: /quality *good$/ }));
  expect(countOpened()).toBe(1);
});

it('counts the names beyond four', async () => {
  await open('a', 'b', 'c', 'd', 'e', 'f');
  expect(screen.getByRole('button').textContent).toMatch(/\+2$/);
});

it('shows nothing without annotations', async () => {
  await open();
  expect(screen.queryByRole('button')).toBeNull();
});
