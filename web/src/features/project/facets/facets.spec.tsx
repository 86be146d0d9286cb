import { screen, within } from '@testing-library/react/pure';
import type { ReactNode } from 'react';
import { answer, cutOff } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { InProject, PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type Facets as Counts, FacetsQuery } from '../api/facets.js';
import type { ProjectTab } from '../tabs.js';
import { FacetPanel } from './facet-panel.js';
import { Facets, FacetsToggle } from './facets.js';
import { useFacetPanel } from './use-facet-panel.js';

const NOTHING: NonNullable<Counts> = {
  rowCount: 0,
  startTime: null,
  statuses: [],
  kinds: [],
  models: [],
  users: [],
  tags: [],
  metadata: [],
};
const COUNTS: NonNullable<Counts> = {
  ...NOTHING,
  rowCount: 12,
  statuses: [
    { value: 'OK', count: 9, condition: 'error_count == 0' },
    { value: 'ERROR', count: 3, condition: 'error_count > 0' },
  ],
  kinds: [{ value: 'TOOL', count: 12, condition: "span_kind == 'TOOL'" }],
  models: [{ value: 'gpt-5', count: 12000, condition: "llm.model_name == 'gpt-5'" }],
  metadata: [
    {
      key: 'tenant',
      values: [
        { value: 'acme', count: 6, condition: "metadata['tenant'] == 'acme'" },
        { value: 'umbrella', count: 6, condition: "metadata['tenant'] == 'umbrella'" },
      ],
    },
  ],
};

const counted = (facets: Counts) => answer(FacetsQuery, { node: { ...PROJECT, facets } });

/** The facets of a list, of which only they are shown. */
function open(tab: ProjectTab, facets: Counts = COUNTS) {
  const panel = <FacetPanel tab={tab} onClose={() => undefined} />;
  return renderComponent(<InProject>{panel}</InProject>, [counted(facets)]);
}

const value = (name: RegExp) => screen.getByRole('button', { name });
const pressed = () =>
  screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
const search = (address: string) => Object.fromEntries(new URLSearchParams(address.slice(2)));

describe('the facets of a list', () => {
  it('count what the list shows', async () => {
    const page = await open('traces');
    const texts = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(texts('Status')).toEqual(['OK9', 'Error3']);
    expect(texts('Kind')).toEqual(['ToolTool12']);
    expect(texts('Model')).toEqual(['gpt-512k']);
    expect(texts('tenant')).toEqual(['tenant12']);
    expect(screen.queryByRole('region', { name: 'User' })).toBeNull();
    expect(page.sent(FacetsQuery)).toEqual([
      {
        id: PROJECT_ID,
        timeRange: { start: expect.any(String) },
        filterCondition: null,
        traceFilterCondition: null,
        sessionFilterCondition: null,
        search: null,
        searchedRows: 'TRACES',
      },
    ]);
  });

  it('filter the list by a key and back', async () => {
    const page = await open('traces');
    await page.user.click(value(/^tenant/));
    await page.user.click(value(/^acme/));
    expect(search(page.address())).toEqual({ filter: "metadata['tenant'] == 'acme'" });
    expect(page.sent(FacetsQuery).at(-1)).toMatchObject({
      traceFilterCondition: "metadata['tenant'] == 'acme'",
    });
    expect(pressed()).toEqual(['acme6']);
    await page.user.click(value(/^acme/));
    expect(page.address()).toBe('/');
  });

  it('can be combined, and are taken back', async () => {
    const page = await open('traces');
    await page.user.click(value(/^Error/));
    await page.user.click(value(/^gpt-5/));
    expect(search(page.address())).toEqual({
      status: 'error',
      filter: "llm.model_name == 'gpt-5'",
    });
    expect(pressed()).toEqual(['Error3', 'gpt-512k']);
    await page.user.click(value(/^Error/));
    expect(search(page.address())).toEqual({ filter: "llm.model_name == 'gpt-5'" });
  });

  it('filter spans with their own parameters', async () => {
    const page = await open('spans');
    await page.user.click(value(/^Tool/));
    expect(search(page.address())).toEqual({ kinds: '["tool"]' });
    expect(pressed()).toEqual(['ToolTool12']);
    expect(page.sent(FacetsQuery).at(-1)).toMatchObject({ searchedRows: 'SPANS' });
  });

  it.each([
    ['nothing matches', NOTHING, 'Nothing to count: no sessions match.'],
    ['counting takes too long', null, /^This condition takes too long to count\./],
  ])('say that %s', async (_case, facets, text) => {
    await open('sessions', facets);
    screen.getByText(text);
  });

  it('say that they count only the newest rows', async () => {
    await open('traces', { ...COUNTS, rowCount: 20000, startTime: '2026-02-03T04:05:06Z' });
    screen.getByText(
      /^Counts cover the newest 20k traces, since .+\. Older ones are not counted\.$/,
    );
  });

  it('can be requested again', async () => {
    const panel = <FacetPanel tab="traces" onClose={() => undefined} />;
    const page = await renderComponent(<InProject>{panel}</InProject>, [cutOff(FacetsQuery)]);
    screen.getByText(/^The counts could not be loaded\./);
    page.answer(counted(COUNTS));
    await page.user.click(button('Try again'));
    value(/^tenant/);
  });
});

describe('the place of the facets', () => {
  const { matchMedia } = globalThis;
  afterEach(() => {
    globalThis.matchMedia = matchMedia;
  });

  function Beside(): ReactNode {
    const state = useFacetPanel();
    return (
      <InProject>
        <FacetsToggle state={state} />
        <Facets tab="traces" state={state} />
      </InProject>
    );
  }

  /** Shows them in a window of a width in pixels. */
  function openIn(width: number) {
    globalThis.matchMedia = (query) => {
      const [, edge, pixels] = /(min|max)-width: (\d+)px/.exec(query) ?? [];
      const matches = edge === 'min' ? width >= Number(pixels) : width <= Number(pixels);
      return Object.assign(matchMedia(query), { matches });
    };
    return renderComponent(<Beside />, [counted(COUNTS)]);
  }

  const aside = () => screen.queryByRole('complementary', { name: 'Facets' });
  const toggle = () => screen.getByRole('button', { name: 'Facets' });

  it('is beside the list in a wide window, until they are hidden', async () => {
    const page = await openIn(1920);
    expect(aside()).not.toBeNull();
    await page.user.click(button('Hide facets'));
    expect(aside()).toBeNull();
    expect(toggle().getAttribute('aria-pressed')).toBe('false');
    expect(localStorage.getItem('facets')).toBe('false');
  });

  it('stays empty once they were hidden', async () => {
    localStorage.setItem('facets', 'false');
    const page = await openIn(1920);
    expect(aside()).toBeNull();
    expect(page.sent(FacetsQuery)).toEqual([]);
    await page.user.click(toggle());
    value(/^tenant/);
  });

  it('is left to the table in a window that is not wide', async () => {
    const page = await openIn(1440);
    expect(aside()).toBeNull();
    await page.user.click(toggle());
    expect(aside()).not.toBeNull();
    await page.user.click(toggle());
    expect(aside()).toBeNull();
  });

  it('is over the list on a phone', async () => {
    const page = await openIn(390);
    await page.user.click(toggle());
    const drawer = within(await screen.findByRole('dialog', { name: 'Facets' }));
    await page.user.click(await drawer.findByRole('button', { name: /^Error/ }));
    expect(page.address()).toBe('/?status=error');
    await page.user.click(drawer.getByRole('button', { name: 'Hide facets' }));
    expect(aside()).toBeNull();
  });
});
