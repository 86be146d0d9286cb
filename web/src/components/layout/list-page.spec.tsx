import { screen } from '@testing-library/react/pure';
import { RequestError } from '../../lib/data/request-error.js';
import { type List, type PageSource, useAllPages, usePages } from '../../lib/data/use-pages.js';
import { button, listTexts } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { useColumnLayout } from '../data-table/use-column-layout.js';
import { ListPage } from './list-page.js';

interface City {
  id: string;
}

const COLUMNS = [{ id: 'name', header: 'Name', width: 100, cell: ({ id }: City) => id }];

/** Returns two pages, of which the second fails for the first times. */
function createSource(failures: number): { source: PageSource<City>; reads: (string | null)[] } {
  const reads: (string | null)[] = [];
  const read = async (after: string | null) => {
    reads.push(after);
    if (after === null) return { rows: [{ id: 'Oslo' }], hasNextPage: true, endCursor: 'Oslo' };
    // Ends the test if pages are requested without end.
    if (reads.length <= 1 + failures)
      throw new RequestError('The database is busy.', { code: 'INTERNAL' });
    return { rows: [{ id: 'Rome' }], hasNextPage: false, endCursor: null };
  };
  return { source: { key: ['cities', failures], read }, reads };
}

function Cities({ list }: { list: List<City> }) {
  const layout = useColumnLayout('cities', COLUMNS);
  return <ListPage title="Cities" label="Cities" list={list} layout={layout} empty="No cities" />;
}

const PagedCities = ({ source }: { source: PageSource<City> }) => (
  <Cities list={usePages(source)} />
);

const AllCities = ({ source }: { source: PageSource<City> }) => (
  <Cities list={useAllPages(source)} />
);

describe('a page of a list', () => {
  it.each([
    ['page by page', PagedCities],
    ['as a whole', AllCities],
  ] as const)('requests a next page that fails once, when it is read %s', async (_, Listed) => {
    const { source, reads } = createSource(20);
    await renderComponent(<Listed source={source} />);
    expect(reads).toEqual([null, 'Oslo']);
    screen.getByText(
      'The next rows could not be loaded. The request failed. The database is busy.',
    );
    expect(listTexts('cell')).toEqual(['Oslo']);
  });

  it('keeps its rows and requests the next page again when asked to', async () => {
    const { source, reads } = createSource(2);
    const page = await renderComponent(<PagedCities source={source} />);
    await page.user.click(button('Try again'));
    expect(listTexts('cell')).toEqual(['Oslo']);
    await page.user.click(button('Try again'));
    expect(listTexts('cell')).toEqual(['Oslo', 'Rome']);
    expect(reads).toEqual([null, 'Oslo', 'Oslo', 'Oslo']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
