import { useSearch } from '@tanstack/react-router';
import { EvaluatorsTable } from '../components/evaluators-table.js';
import { type EvaluatorsSearch, readEvaluatorsSearch } from '../search.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

interface DatasetEvaluatorsProps {
  dataset: { id: string; name: string };
}

/** The evaluators of a dataset, as a tab of its page. */
export function DatasetEvaluators({ dataset }: DatasetEvaluatorsProps) {
  const search = readEvaluatorsSearch(useSearch({ strict: false }));
  const change = useSearchChange<EvaluatorsSearch>();
  return <EvaluatorsTable dataset={dataset} search={search} onSearchChange={change} />;
}
