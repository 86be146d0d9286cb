import { screen } from '@testing-library/react/pure';
import { answer } from '../../testing/answers.js';
import { renderPage } from '../../testing/render-page.js';
import {
  PaletteDatasetsQuery,
  PaletteProjectsQuery,
  PalettePromptsQuery,
  PaletteTraceQuery,
} from './palette-lookups.js';

const TRACE_ID = 'a'.repeat(32);

const FOUND = [
  answer(PaletteProjectsQuery, {
    projects: { edges: [{ node: { id: 'project-1', name: 'shop' } }] },
  }),
  answer(PaletteDatasetsQuery, {
    datasets: { edges: [{ node: { id: 'dataset-1', name: 'shops' } }] },
  }),
  answer(PalettePromptsQuery, {
    prompts: { edges: [{ node: { id: 'prompt-1', name: 'greet' } }] },
  }),
];

async function open(as: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'MEMBER') {
  const page = await renderPage('/nowhere', FOUND, { as });
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search and commands' });
  return page;
}

const searchField = () => screen.getByRole('textbox', { name: 'Search and commands' });
const commands = () =>
  [...document.querySelectorAll('[role=dialog] [data-action]')].map(
    ({ textContent }) => textContent,
  );

describe('the command palette', () => {
  it.each(['VIEWER', 'MEMBER'] as const)(
    'offers a %s the settings that are for all',
    async (as) => {
      const page = await open(as);
      await page.fill(searchField(), 'settings');
      expect(commands()).toEqual([
        'Settings: General',
        'Settings: Roles',
        'Settings: Annotations',
        'Settings: Models',
        'Settings: Model providers',
        'Settings: Data retention',
        'Settings: Agents',
        'Settings: Webhooks',
      ]);
    },
  );

  it('offers administrators their settings, too', async () => {
    const page = await open('ADMIN');
    await page.fill(searchField(), 'settings: s');
    expect(commands()).toEqual(['Settings: Secrets', 'Settings: Sign-in']);
  });

  it('lists projects, datasets and prompts that match', async () => {
    const page = await open();
    await page.fill(searchField(), 'shop');
    expect(commands()).toEqual(['shop', 'shops']);
    expect(page.sent(PaletteProjectsQuery).at(-1)).toEqual({
      filter: { col: 'name', value: 'shop' },
    });
    await page.fill(searchField(), 'nothing of that');
    expect(commands()).toEqual([]);
    screen.getByText('No results');
  });

  it('says if a trace does not exist', async () => {
    const page = await open();
    page.answer(answer(PaletteTraceQuery, { getTraceByOtelId: null }));
    await page.fill(searchField(), TRACE_ID.toUpperCase());
    expect(commands()).toEqual([`Open trace ${TRACE_ID}`]);
    await page.user.keyboard('{Enter}');
    await screen.findByText('Trace not found.');
    expect(page.sent(PaletteTraceQuery)).toEqual([{ traceId: TRACE_ID }]);
  });
});
