import { useSearch } from '@tanstack/react-router';
import { ExperimentsTable } from '../components/experiments-table.js';
import { type ExperimentsSearch, readExperimentsSearch } from '../search.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

interface DatasetExperimentsProps {
  dataset: { id: string; name: string };
}

/** The experiments of one dataset, as a tab of its page. */
export function DatasetExperiments({ dataset }: DatasetExperimentsProps) {
  const search = readExperimentsSearch(useSearch({ strict: false }));
  const change = useSearchChange<ExperimentsSearch>();
  return <ExperimentsTable dataset={dataset} search={search} onSearchChange={change} />;
}
