import { screen } from '@testing-library/react/pure';
import { A_SCALE } from '../../../testing/factories/annotated-lists.js';
import { aTraceJudgment, judgedTrace } from '../../../testing/factories/judgments.js';
import { showScales } from '../../../testing/factories/project-frame.js';
import { PROJECT } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { TargetChips } from './target-chips.js';

const named = (...names: string[]) =>
  judgedTrace(...names.map((name) => aTraceJudgment({ id: name, name })));

async function open(...names: string[]) {
  let opened = 0;
  const page = await renderComponent(
    <TargetChips
      target={{ kind: 'trace', id: 'trace-1' }}
      projectId={PROJECT.id}
      onOpen={() => (opened += 1)}
    />,
    [showScales(A_SCALE), named(...names)],
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
