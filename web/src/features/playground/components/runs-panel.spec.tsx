import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type PastRun, PastRunsQuery, PlaygroundProjectQuery } from '../api/past-runs.js';
import { RunsPanel } from './runs-panel.js';

const aPastRun = (id: string, part: Partial<PastRun> = {}): PastRun => ({
  id,
  name: 'chat',
  startTime: '2026-02-03T04:05:06Z',
  statusCode: 'OK',
  statusMessage: '',
  modelName: 'small',
  latencyMs: 1000,
  context: { traceId: 'abc' },
  outputPreview: { truncatedValue: 'Good evening' },
  ...part,
});
const projects = (...names: string[]) =>
  answer(PlaygroundProjectQuery, {
    projects: { edges: names.map((name) => ({ node: { id: `project-${name}`, name } })) },
  });
const runs = (...rows: PastRun[]) =>
  answer(PastRunsQuery, {
    node: { __typename: 'Project', id: 'project-playground', spans: aConnection(rows) },
  });
const PANEL = <RunsPanel onClose={() => undefined} />;

describe('the runs of a user in the playground', () => {
  it('show the answers and what failed, and can be loaded again', async () => {
    const failed = { statusCode: 'ERROR' as const, statusMessage: 'Slow down, please.' };
    const page = await renderComponent(PANEL, [
      projects('playground-2', 'playground'),
      runs(aPastRun('span-1'), aPastRun('span-2', failed)),
    ]);
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(/chatsmall.*Good evening/),
      expect.stringMatching(/chatsmall.*Slow down, please\./),
    ]);
    const again = screen.getAllByRole('link', { name: 'Load again' });
    expect(again[1]?.getAttribute('href')).toBe('/playground/spans/span-2');
    expect(link('All runs').getAttribute('href')).toBe(
      '/projects/project-playground/traces?timeRangeKey=all',
    );
    expect(page.sent(PastRunsQuery)).toEqual([
      { projectId: 'project-playground', condition: "user.id == 'ada'" },
    ]);
  });

  it('are in a project of their own for users who read a private project', async () => {
    const own = 'playground of user 7';
    const page = await renderComponent(
      PANEL,
      [projects('playground', 'playground of user 98765', own), runs()],
      { viewer: { id: btoa('User:7') } },
    );
    expect(page.sent(PastRunsQuery)).toMatchObject([{ projectId: `project-${own}` }]);
  });

  it('are explained while there is none', async () => {
    await renderComponent(PANEL, [projects()]);
    screen.getByText('You have not run anything yet');
    expect(screen.queryByRole('link', { name: 'All runs' })).toBeNull();
  });

  it('are read again after an error', async () => {
    const page = await renderComponent(PANEL, [projects('playground'), cutOff(PastRunsQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(runs(aPastRun('span-1')));
    await page.user.click(button('Try again'));
    screen.getByText('Good evening');
  });
});
