import { screen } from '@testing-library/react/pure';
import { renderComponent } from '../../testing/render-page.js';
import { ProjectOfPageProvider } from './project-of-page.js';
import { useViewer } from './viewer.js';

function Rights() {
  const { can, canOnServer } = useViewer();
  const list = (who: typeof can) =>
    [who.write ? 'write' : '', who.administer ? 'administer' : ''].filter(Boolean).join(' and ');
  return `Here: ${list(can)}. On the server: ${list(canOnServer)}.`;
}

describe('the role in a project', () => {
  it.each([
    ['MEMBER', 'VIEWER', 'Here: . On the server: .'],
    ['VIEWER', 'MEMBER', 'Here: write. On the server: .'],
    ['VIEWER', 'MANAGER', 'Here: write and administer. On the server: .'],
    ['MEMBER', 'MANAGER', 'Here: write and administer. On the server: write.'],
    ['MEMBER', null, 'Here: . On the server: .'],
  ] as const)('decides what a %s may do who is %s there', async (as, viewerRole, words) => {
    await renderComponent(
      <ProjectOfPageProvider value={{ id: 'project-1', isPrivate: true, viewerRole }}>
        <Rights />
      </ProjectOfPageProvider>,
      [],
      { as },
    );
    screen.getByText(words);
  });

  it('is that on the server outside of projects', async () => {
    await renderComponent(<Rights />, [], { as: 'ADMIN' });
    screen.getByText('Here: write and administer. On the server: write and administer.');
  });

  it('does not matter without authentication', async () => {
    await renderComponent(<Rights />, [], { config: { authenticationEnabled: false } });
    screen.getByText('Here: write and administer. On the server: write and administer.');
  });
});
