import { screen, within } from '@testing-library/react/pure';
import { useState } from 'react';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice } from '../../../testing/elements.js';
import { aComparedExample, aComparedExperiment } from '../../../testing/factories/comparisons.js';
import { anEvaluation, anExperimentRow, aRun } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ComparedExampleQuery } from '../api/compared-example.js';
import type { CompareSearch } from '../search.js';
import { ComparedExamplePanel } from './compared-example-panel.js';

const EXPERIMENTS = [
  aComparedExperiment(anExperimentRow(1, 'first try')),
  aComparedExperiment(anExperimentRow(2, 'second try')),
];
const attempt = (repetitionNumber: number, score: number, output = `Answer ${repetitionNumber}`) =>
  aRun(
    0,
    { id: `attempt-${repetitionNumber}`, repetitionNumber, output },
    anEvaluation('exact', { score, explanation: `Worth ${score}` }),
  );
const EXAMPLE = aComparedExample(0, {
  1: [aRun(0)],
  2: [attempt(2, 0.2), attempt(1, 0.1, 'The capital is the beautiful City 0.')],
});

let turned: string[] = [];
let search: CompareSearch = {};

/** The panel, with the state that the address has on its page. */
function Panel({ initial }: { initial: CompareSearch }) {
  const [state, setState] = useState(initial);
  return (
    <ComparedExamplePanel
      exampleId="example-0"
      experiments={EXPERIMENTS}
      scores={['exact']}
      search={state}
      onChange={(part) => {
        search = { ...state, ...part };
        setState(search);
      }}
      pager={{ next: () => turned.push('next'), previous: () => turned.push('previous') }}
    />
  );
}

const show = (initial: CompareSearch = {}) => {
  turned = [];
  search = { exampleId: 'example-0', ...initial };
  return renderComponent(<Panel initial={search} />, [
    answer(ComparedExampleQuery, { node: EXAMPLE }),
  ]);
};
const column = (name: string) => within(screen.getByRole('region', { name }));
const toggle = (name: string) =>
  within(screen.getByRole('group', { name: 'Visible experiments' })).getByRole('button', {
    name: new RegExp(name),
  });
const outputs = (name: string) =>
  column(name)
    .getAllByRole('region', { name: 'Output' })
    .map(({ textContent }) => textContent);

describe('an example with all runs side by side', () => {
  it('shows all repetitions in order, with their evaluations', async () => {
    const page = await show();
    column('Input').getByText(/country 0\?/);
    expect(outputs('#1 first try')).toEqual(['OutputThe capital is City 0.']);
    expect(outputs('#2 second try')).toEqual([
      'OutputThe capital is the beautiful City 0.',
      'OutputAnswer 2',
    ]);
    column('#2 second try').getByText('Repetition 2');
    column('#2 second try').getByText('Worth 0.2');
    expect(column('#1 first try').queryByText(/Repetition/)).toBeNull();
    expect(page.sent(ComparedExampleQuery)).toEqual([
      { id: 'example-0', versionId: 'version-1', experimentIds: ['experiment-1', 'experiment-2'] },
    ]);
  });

  it('compares outputs with those of the base experiment, or the reference', async () => {
    const page = await show();
    await page.user.click(screen.getByRole('radio', { name: 'Base experiment' }));
    expect(search.diff).toBe('base');
    const [inserted] = column('#2 second try').getAllByRole('insertion');
    expect(inserted?.textContent).toContain('the beautiful');
    expect(column('#1 first try').queryAllByRole('insertion')).toEqual([]);
    await page.user.click(screen.getByRole('radio', { name: 'Reference' }));
    expect(search.diff).toBe('reference');
    await page.user.click(screen.getByRole('radio', { name: 'Nothing' }));
    expect(search.diff).toBeUndefined();
    expect(screen.queryAllByRole('insertion')).toEqual([]);
  });

  it('hides experiments, but not the last', async () => {
    const page = await show();
    await page.user.click(toggle('#1 first try'));
    expect(search.hidden).toEqual(['experiment-1']);
    expect(screen.queryByRole('region', { name: '#1 first try' })).toBeNull();
    column('#2 second try');
    expect(toggle('#2 second try')).toHaveProperty('disabled', true);
    await page.user.click(toggle('#1 first try'));
    expect(search.hidden).toBeUndefined();
    column('#1 first try');
  });

  it('compares with the base experiment even if that is hidden, as the address says', async () => {
    await show({ hidden: ['experiment-1'], diff: 'base' });
    expect(screen.queryByRole('region', { name: '#1 first try' })).toBeNull();
    const [inserted] = column('#2 second try').getAllByRole('insertion');
    expect(inserted?.textContent).toContain('the beautiful');
  });

  it('sorts the runs by a score, best first', async () => {
    const page = await show();
    await page.user.selectOptions(choice('Order of runs'), 'Best exact first');
    expect(search.by).toBe('exact');
    expect(outputs('#2 second try')[0]).toBe('OutputAnswer 2');
  });

  it('turns to the next and the previous example, and closes', async () => {
    const page = await show();
    await page.user.keyboard('jk');
    expect(turned).toEqual(['next', 'previous']);
    await page.user.keyboard('{Escape}');
    expect(search.exampleId).toBeUndefined();
  });

  it('says that an example does not exist, or that it cannot be read', async () => {
    const page = await renderComponent(<Panel initial={{}} />, [cutOff(ComparedExampleQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(refuse(ComparedExampleQuery, 'It does not exist.', 'NOT_FOUND'));
    await page.user.click(button('Try again'));
    screen.getByText('Example not found');
  });
});
