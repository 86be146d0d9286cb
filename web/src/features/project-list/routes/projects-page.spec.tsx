import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field, item, link, listTexts, row } from '../../../testing/elements.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  ClearProjectMutation,
  CreateProjectMutation,
  DeleteProjectMutation,
  PatchProjectMutation,
  ProjectSizeQuery,
} from '../api/project-mutations.js';
import { type ProjectRow, ProjectsListQuery, ProjectsUpdatedQuery } from '../api/projects-list.js';

const aProject = (part: Partial<ProjectRow> = {}): ProjectRow => ({
  id: 'project-1',
  name: 'shop',
  description: null,
  gradientStartColor: '#aabbcc',
  gradientEndColor: '#ddeeff',
  endTime: '2026-02-03T04:05:06.000000Z',
  hasTraces: true,
  isPrivate: false,
  viewerRole: 'MANAGER',
  traceCount: 2,
  errorCount: 1,
  tokenCountTotal: 15,
  tokenCountPrompt: 10,
  tokenCountCompletion: 5,
  costSummary: NO_COSTS,
  latencyMsP50: 1500,
  ...part,
});

const listed = (...projects: ProjectRow[]) => [
  answer(ProjectsListQuery, { projects: aConnection(projects) }),
  answer(ProjectsUpdatedQuery, { projectCount: projects.length, projectsLastUpdatedAt: null }),
];
const size = answer(ProjectSizeQuery, {
  node: {
    __typename: 'Project',
    id: 'project-1',
    traceCount: 2,
    recordCount: 3,
    sessionCount: 1,
  },
});

describe('the page of projects', () => {
  it('lists projects with their figures', async () => {
    const page = await renderPage(
      '/projects?sort=name',
      listed(aProject({ description: 'Sells.' })),
    );
    const cells = within(row(/^shop/)).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).slice(2, 6)).toEqual([
      '2',
      '1',
      '1.5 s',
      '15',
    ]);
    screen.getByText('Sells.');
    screen.getByText('1 project');
    expect(page.sent(ProjectsListQuery)).toMatchObject([
      { first: 50, sort: { col: 'name', dir: 'asc' }, filter: null },
    ]);
  });

  it('filters by name, and shows all again', async () => {
    const page = await renderPage('/projects', [
      ...listed(aProject()),
      answer(ProjectsListQuery, ({ filter }) => ({
        projects: aConnection(filter ? [] : [aProject()]),
      })),
    ]);
    await page.fill(field('Filter projects by name'), 'DESK');
    screen.getByText('No project name contains “DESK”.');
    expect(page.address()).toBe('/projects?q=DESK');
    expect(page.sent(ProjectsListQuery).at(-1)?.filter).toEqual({ col: 'name', value: 'DESK' });
    await page.user.click(screen.getAllByRole('button', { name: 'Clear filter' }).at(-1)!);
    link('shop');
  });

  it('sends a new project without spaces around its name, and says why it is refused', async () => {
    const page = await renderPage('/projects', [
      ...listed(aProject()),
      refuse(CreateProjectMutation, 'Project "shop" already exists.', 'CONFLICT'),
    ]);
    await page.user.click(button('New project'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }));
    expect(dialog.getByRole('button', { name: 'Create project' })).toHaveProperty('disabled', true);
    await page.fill(dialog.getByRole('textbox', { name: 'Name' }), ' shop ');
    await page.fill(dialog.getByRole('textbox', { name: 'Description' }), 'What grows.');
    await page.user.click(dialog.getByRole('button', { name: 'Create project' }));
    dialog.getByText('Project "shop" already exists.');
    expect(page.sent(CreateProjectMutation)).toEqual([
      { input: { name: 'shop', description: 'What grows.' } },
    ]);
    expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveProperty(
      'value',
      'What grows.',
    );
  });

  it('changes the description of a project', async () => {
    const page = await renderPage('/projects', [
      ...listed(aProject({ description: 'Sells.' })),
      answer(PatchProjectMutation, {
        patchProject: { project: { id: 'project-1', description: 'Answers readers.' } },
      }),
    ]);
    await page.user.click(button('Actions for shop'));
    await page.user.click(item('Edit description…'));
    const save = await screen.findByRole('button', { name: 'Save description' });
    expect(save).toHaveProperty('disabled', true);
    await page.fill(field('Description'), 'Answers readers. ');
    page.answer(...listed(aProject({ description: 'Answers readers.' })));
    await page.user.click(save);
    await screen.findByText('Project shop saved');
    await screen.findByText('Answers readers.');
    expect(page.sent(PatchProjectMutation)).toEqual([
      { input: { id: 'project-1', description: 'Answers readers.' } },
    ]);
  });

  it('deletes a project only after its name was typed', async () => {
    const page = await renderPage('/projects', [
      ...listed(aProject(), aProject({ id: 'project-2', name: 'help desk' })),
      size,
      refuse(DeleteProjectMutation, 'Project "shop" is in use.', 'CONFLICT'),
    ]);
    await page.user.click(button('Actions for shop'));
    await page.user.click(item('Delete…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete shop' }));
    for (const text of ['2 traces', '3 spans', '1 session']) dialog.getByText(text);
    const confirm = dialog.getByRole('button', { name: 'Delete project' });
    await page.fill(dialog.getByRole('textbox'), 'sho');
    expect(confirm).toHaveProperty('disabled', true);
    await page.fill(dialog.getByRole('textbox'), 'shop');
    await page.user.click(confirm);
    dialog.getByText('Project "shop" is in use.');

    page.answer(answer(DeleteProjectMutation, { deleteProject: { __typename: 'Query' } }));
    page.answer(...listed(aProject({ id: 'project-2', name: 'help desk' })));
    await page.user.click(confirm);
    await screen.findByText('Project shop deleted');
    link('help desk');
    expect(screen.queryByRole('link', { name: 'shop' })).toBeNull();
    expect(page.sent(DeleteProjectMutation)).toEqual([{ id: 'project-1' }, { id: 'project-1' }]);
  });

  it('clears the traces of a project', async () => {
    const page = await renderPage('/projects', [
      ...listed(aProject()),
      size,
      answer(ClearProjectMutation, { clearProject: { __typename: 'Query' } }),
    ]);
    await page.user.click(button('Actions for shop'));
    await page.user.click(item('Clear traces…'));
    await page.fill(await screen.findByRole('textbox', { name: 'Type shop to confirm' }), 'shop');
    await page.user.click(button('Clear traces'));
    await screen.findByText('Traces in shop cleared');
    expect(page.sent(ClearProjectMutation)).toEqual([
      { input: { id: 'project-1', endTime: null } },
    ]);
  });

  it.each([
    ['VIEWER', 'shop', ['Copy name', 'Copy ID']],
    ['MEMBER', 'default', ['Copy name', 'Copy ID', 'Edit description…', 'Clear traces…']],
    ['MEMBER', 'shop', ['Copy name', 'Copy ID', 'Edit description…', 'Clear traces…', 'Delete…']],
  ] as const)('offers a %s the actions for the project %s', async (as, name, actions) => {
    const page = await renderPage('/projects', listed(aProject({ name, viewerRole: as })), { as });
    await page.user.click(button(`Actions for ${name}`));
    expect(listTexts('menuitem')).toEqual(actions);
    expect(screen.queryByRole('button', { name: 'New project' }) !== null).toBe(as !== 'VIEWER');
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage('/projects', [...listed(aProject()), cutOff(ProjectsListQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(...listed(aProject()));
    await page.user.click(button('Try again'));
    link('shop');
  });
});
