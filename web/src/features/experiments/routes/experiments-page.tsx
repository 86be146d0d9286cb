import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import page from '../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { ExperimentsTable } from '../components/experiments-table.js';
import type { ExperimentsSearch } from '../search.js';

const route = getRouteApi('/experiments');

/** The experiments of all datasets. */
export function ExperimentsPage() {
  useBreadcrumbs([{ label: 'Experiments' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<ExperimentsSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...part }), replace: true }),
    [navigate],
  );
  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Experiments</h1>
        <p>
          An experiment runs your application on every example of a dataset and evaluates the
          outputs.
        </p>
      </div>
      <ExperimentsTable search={search} onSearchChange={change} />
    </div>
  );
}
