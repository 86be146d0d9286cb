import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, listTexts } from '../../../testing/elements.js';
import { InCharts } from '../../../testing/factories/charts.js';
import { aChart, aDashboard, aGroup, charted } from '../../../testing/factories/dashboards.js';
import { CONDITION_FIELDS } from '../../../testing/factories/project-frame.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type DashboardChart, PatchDashboardMutation } from '../api/dashboards.js';
import { DashboardEditor } from './dashboard-editor.js';
import { NEW_CHART } from './templates.js';

const [ONE, TWO, THREE] = [aChart('One'), aChart('Two'), aChart('Three')];

/** Opens the editor; `done` counts how often it was left. */
async function open(charts: DashboardChart[] = [ONE, TWO, THREE]) {
  let done = 0;
  const dashboard = aDashboard({ charts });
  const page = await renderComponent(
    <InCharts>
      <DashboardEditor dashboard={dashboard} onDone={() => (done += 1)} />
    </InCharts>,
    [
      ...charted(aGroup(null, 2)),
      ...CONDITION_FIELDS,
      answer(PatchDashboardMutation, { patchDashboard: { dashboard } }),
    ],
  );
  return { ...page, done: () => done, sent: () => page.sent(PatchDashboardMutation) };
}

const titles = () =>
  within(screen.getByRole('region', { name: 'Charts' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
/** The dialog for a chart, which is loaded when it is first opened. */
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const focused = () => document.activeElement?.getAttribute('aria-label');
const status = () => listTexts('status')[0];

describe('the editor of a dashboard', () => {
  it('has nothing to save at first', async () => {
    const { user, done, sent } = await open();
    expect(status()).toBe('No changes yet.');
    expect(button('Save changes')).toHaveProperty('disabled', true);
    expect(button('Move One earlier')).toHaveProperty('disabled', true);
    expect(button('Move Three later')).toHaveProperty('disabled', true);
    await user.click(button('Cancel'));
    expect([done(), sent()]).toEqual([1, []]);
  });

  it('moves, duplicates and deletes charts, and saves them all at once', async () => {
    const { user, done, sent } = await open();
    await user.click(button('Move Two earlier'));
    await user.click(button('Duplicate Three'));
    await user.click(button('Delete One'));
    expect(titles()).toEqual(['Two', 'Three', 'Three (copy)']);
    expect(status()).toBe('Not saved yet: added Three (copy), deleted One.');
    expect(sent()).toEqual([]);
    await user.click(button('Save changes'));
    expect(sent()).toEqual([
      {
        input: {
          id: 'dashboard-1',
          basedOn: '2026-02-03T04:05:06.000000Z',
          charts: [TWO, THREE, { ...THREE, title: 'Three (copy)' }],
        },
      },
    ]);
    expect(done()).toBe(1);
  });

  it('keeps the focus beside what was moved or deleted', async () => {
    const { user } = await open();
    await user.click(button('Move One later'));
    expect(focused()).toBe('Move One later');
    button('Move One earlier').focus();
    await user.keyboard('{Enter}');
    // The chart cannot move further, so the other direction has the focus.
    expect([titles()[0], focused()]).toEqual(['One', 'Move One later']);
    await user.click(button('Delete Two'));
    expect(focused()).toBe('Delete Three');
    await user.click(button('Delete Three'));
    expect(focused()).toBe('Delete One');
  });

  it('leaves the focus where it is after a chart was duplicated', async () => {
    const { user } = await open();
    await user.click(button('Duplicate Three'));
    expect(focused()).toBe('Duplicate Three');
    await user.click(button('Delete Three (copy)'));
    expect(focused()).toBe('Delete Three');
  });

  it('keeps changes that the server refuses, and says why', async () => {
    const { user, answer: answerNext, done } = await open();
    const reason = 'This dashboard has since been changed. Reload the page.';
    answerNext(refuse(PatchDashboardMutation, reason, 'CONFLICT'));
    await user.click(button('Duplicate One'));
    await user.click(button('Save changes'));
    expect(listTexts('alert')).toEqual([`Not saved. ${reason}`]);
    expect(status()).toBe('Not saved yet: added One (copy).');
    expect(done()).toBe(0);
    await user.click(button('Delete One (copy)'));
    expect(listTexts('alert')).toEqual([]);
  });

  it('adds a chart at the end, named by what it shows if it has no title', async () => {
    const { user, sent } = await open([ONE]);
    await user.click(button('Add chart'));
    const added = await dialog('Add chart');
    await user.click(added.getByRole('button', { name: 'Add chart' }));
    expect(titles()).toEqual(['One', 'Number of traces']);
    await user.click(button('Save changes'));
    expect(sent()[0]?.input.charts).toEqual([ONE, { ...NEW_CHART, title: 'Number of traces' }]);
  });

  it('changes a chart in its place', async () => {
    const page = await open([ONE, TWO]);
    await page.user.click(button('Edit One'));
    const edited = await dialog('Edit chart');
    await page.fill(edited.getByRole('textbox', { name: 'Title' }), 'First');
    await page.user.click(edited.getByRole('button', { name: 'Apply changes' }));
    expect(titles()).toEqual(['First', 'Two']);
    expect(status()).toBe('Not saved yet: changed First.');
    await page.user.click(button('Save changes'));
    expect(page.sent()[0]?.input.charts).toEqual([{ ...ONE, title: 'First' }, TWO]);
  });

  it('changes nothing if the dialog of a chart is closed', async () => {
    const { user } = await open([ONE]);
    await user.click(button('Edit One'));
    await user.click((await dialog('Edit chart')).getByRole('button', { name: 'Cancel' }));
    expect(status()).toBe('No changes yet.');
  });

  it('has room for thirty charts', async () => {
    const charts = Array.from({ length: 29 }, (_, index) => aChart(`Chart ${index}`));
    const { user } = await open(charts);
    // Roles are expensive to find among so many elements.
    await user.click(screen.getByLabelText('Duplicate Chart 0'));
    screen.getByText(/A dashboard can have up to 30 charts\.$/);
    expect(screen.getByText('Add chart').closest('button')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Duplicate Chart 0')).toHaveProperty('disabled', true);
  });
});
