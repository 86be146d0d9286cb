import { screen } from '@testing-library/react/pure';
import { renderComponent } from '../../../testing/render-page.js';
import { Onboarding } from './onboarding.js';

const shown = <Onboarding projectName="first steps" title="Send your first trace" withDemo />;
const snippet = () => screen.getByRole('tabpanel').textContent;

describe('the way to the first trace', () => {
  it('is code in several languages, for this server and project', async () => {
    const page = await renderComponent(shown);
    screen.getByRole('heading', { level: 1, name: 'Send your first trace' });
    screen.getByText('Waiting for the first trace…');
    expect(snippet()).toContain('phoenix.otel');
    expect(snippet()).toContain('project_name="first steps"');
    await page.user.click(screen.getByRole('tab', { name: 'TypeScript' }));
    expect(snippet()).toContain('@arizeai/phoenix-otel');
    expect(snippet()).toContain('url: "http://localhost"');
    screen.getByText('npm run demo -- --endpoint http://localhost');
  });

  it.each([
    ['a key', true],
    ['no key', false],
  ])('needs %s if the server does', async (_what, authenticationEnabled) => {
    await renderComponent(shown, [], { config: { authenticationEnabled } });
    expect(snippet()?.includes('export PHOENIX_API_KEY')).toBe(authenticationEnabled);
  });

  it('is not shown to viewers, who see that there are no traces', async () => {
    await renderComponent(shown, [], { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'No traces yet' });
    expect(screen.queryByText(/^Waiting for the first trace/)).toBeNull();
    expect(screen.queryByRole('tabpanel')).toBeNull();
  });
});
