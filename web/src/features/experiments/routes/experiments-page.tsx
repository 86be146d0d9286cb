import { getRouteApi } from '@tanstack/react-router';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { ExperimentsTable } from '../components/experiments-table.js';
import type { ExperimentsSearch } from '../search.js';
import { Page, PageHeading } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

const route = getRouteApi('/experiments');

/** The experiments of all datasets. */
export function ExperimentsPage() {
  useBreadcrumbs([{ label: 'Experiments' }]);
  const search = route.useSearch();
  const change = useSearchChange<ExperimentsSearch>();
  return (
    <Page>
      <PageHeading title="Experiments">
        An experiment runs your application on every example of a dataset and evaluates the outputs.
      </PageHeading>
      <ExperimentsTable search={search} onSearchChange={change} />
    </Page>
  );
}
