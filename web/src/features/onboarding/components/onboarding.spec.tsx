import { screen } from '@testing-library/react/pure';
import { renderComponent } from '../../../testing/render-page.js';
import { Onboarding } from './onboarding.js';

const shown = <Onboarding projectName="first steps" title="Send your first trace" withDemo />;
const snippet = () => screen.getByRole('tabpanel').textContent;
const tiles = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('the way to the first trace', () => {
  it('is a command for coding agents, or code for this server and project', async () => {
    const page = await renderComponent(shown, [], { config: { authenticationEnabled: false } });
    screen.getByRole('heading', { level: 1, name: 'Send your first trace' });
    screen.getByText('Waiting for the first trace…');
    screen.getByText(/^npx spandrel connect --url http:\/\/localhost/);
    expect(snippet()).toContain('phoenix.otel');
    expect(snippet()).toContain('project_name="first steps"');
    await page.user.click(screen.getByRole('tab', { name: /^Vercel AI SDK\s*TypeScript$/ }));
    expect(snippet()).toContain('@arizeai/phoenix-otel');
    expect(snippet()).toContain('url: "http://localhost"');
    expect(snippet()).toContain('async function main() {');
    screen.getByText('npm run demo -- --endpoint http://localhost');
  });

  it('is found by framework, language and package', async () => {
    const page = await renderComponent(shown);
    const search = screen.getByRole('textbox', { name: 'Search frameworks' });
    await page.fill(search, 'typescript openai');
    expect(tiles()).toEqual(['OpenAI TypeScript']);
    expect(snippet()).toContain('manuallyInstrument(OpenAI)');
    await page.fill(search, 'boto3');
    expect(tiles()).toEqual(['Amazon Bedrock Python']);
    await page.fill(search, 'no such thing');
    expect(screen.queryByRole('tab')).toBeNull();
    screen.getByText(/^No framework matches “no such thing”/);
  });

  it('is reached with the keyboard', async () => {
    const page = await renderComponent(shown);
    await page.user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search frameworks' }));
    await page.user.keyboard('lang');
    await page.user.tab();
    await page.user.tab();
    await page.user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tiles()[1]);
  });

  it.each([
    ['a key', true],
    ['no key', false],
  ])('needs %s if the server does', async (_what, authenticationEnabled) => {
    await renderComponent(shown, [], { config: { authenticationEnabled } });
    expect(snippet()?.includes('export PHOENIX_API_KEY')).toBe(authenticationEnabled);
    expect(screen.queryByText(/npx spandrel login/) !== null).toBe(authenticationEnabled);
  });

  it('is not shown to viewers, who see that there are no traces', async () => {
    await renderComponent(shown, [], { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'No traces yet' });
    expect(screen.queryByText(/^Waiting for the first trace/)).toBeNull();
    expect(screen.queryByRole('tabpanel')).toBeNull();
  });
});
