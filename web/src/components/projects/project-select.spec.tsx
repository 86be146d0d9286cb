import { screen, within } from '@testing-library/react/pure';
import { useViewer } from '../../lib/viewer/viewer.js';
import { type Answer, answer } from '../../testing/answers.js';
import { choice, listTexts, option } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { ProjectOptionsQuery, useMayCreate } from './project-options.js';
import { ProjectSelect } from './project-select.js';

const { jest } = import.meta;

const node = (id: string, name: string, viewerRole: 'MANAGER' | 'MEMBER' | 'VIEWER' | null) => ({
  node: { id, name, isPrivate: name === 'bank', viewerRole },
});
const PROJECTS = answer(ProjectOptionsQuery, ({ filter }) => ({
  projects: {
    edges: [
      node('project-1', 'bank', 'MEMBER'),
      node('project-2', 'open', 'MANAGER'),
      node('project-3', 'shop', 'VIEWER'),
    ].filter((edge) => edge.node.name.includes(filter?.value ?? '')),
  },
}));
const NONE = answer(ProjectOptionsQuery, {
  projects: { edges: [node('project-3', 'shop', 'VIEWER')] },
});

/** Forms are shown once the user is known. */
function Form({ onChange }: { onChange: (projectId: string | null) => void }) {
  const { isPending } = useViewer();
  return isPending ? null : <ProjectSelect initial={null} onChange={onChange} />;
}

const open = async (options: Parameters<typeof renderComponent>[2] = {}) => {
  const onChange = jest.fn<void, [string | null]>();
  const page = await renderComponent(<Form onChange={onChange} />, [PROJECTS], options);
  return { page, onChange };
};

describe('the project to which something belongs', () => {
  it('is everyone’s at first, and offers the projects where the user may write', async () => {
    const { page, onChange } = await open();
    expect(choice('Project')).toHaveProperty('value', 'Everyone');
    await page.user.click(choice('Project'));
    expect(listTexts('option')).toEqual(['Everyone', 'bank', 'open']);
    const bank = screen.getByRole('option', { name: /^bank/ });
    within(bank).getByRole('img', { name: 'Private' });
    await page.fill(choice('Project'), 'ban');
    expect(page.sent(ProjectOptionsQuery).at(-1)?.filter).toEqual({ col: 'name', value: 'ban' });
    await page.user.click(screen.getByRole('option', { name: /^bank/ }));
    expect(choice('Project')).toHaveProperty('value', 'bank');
    expect(onChange.mock.calls).toEqual([['project-1']]);
  });

  it('must be chosen by users who may write only in some projects', async () => {
    const { page, onChange } = await open({ as: 'VIEWER' });
    expect(choice('Project')).toHaveProperty('required', true);
    expect(choice('Project')).toHaveProperty('value', '');
    await page.user.click(choice('Project'));
    expect(listTexts('option')).toEqual(['bank', 'open']);
    await page.user.click(option('open'));
    expect(onChange.mock.calls).toEqual([['project-2']]);
  });

  it('is not asked for without authentication', async () => {
    const { page } = await open({ config: { authenticationEnabled: false } });
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(page.sent(ProjectOptionsQuery)).toEqual([]);
  });
});

describe('something new', () => {
  function Offer() {
    return useMayCreate() ? 'offered' : 'not offered';
  }
  it.each<['MEMBER' | 'VIEWER', string, Answer, string]>([
    ['MEMBER', 'everywhere', NONE, 'offered'],
    ['VIEWER', 'in some projects', PROJECTS, 'offered'],
    ['VIEWER', 'nowhere', NONE, 'not offered'],
  ])('is offered to a %s who may write %s', async (as, _where, projects, words) => {
    const page = await renderComponent(<Offer />, [projects], { as });
    screen.getByText(words);
    expect(page.sent(ProjectOptionsQuery)).toHaveLength(as === 'VIEWER' ? 1 : 0);
  });
});
