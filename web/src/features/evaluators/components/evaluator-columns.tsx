import type { DataColumn } from '../../../components/data-table/columns.js';
import { getBuiltInLabel, getKindLabel } from '../../../components/evaluators/evaluator-names.js';
import type { EvaluatorRow } from '../api/evaluators-list.js';
import { describeDirection, describeOutputs, getLanguageLabel } from '../evaluator-texts.js';
import { EvaluatorMenu } from './evaluator-menu.js';
import {
  actionsColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

interface EvaluatorColumnsOptions {
  datasetId: string;
  onRemove: (evaluator: EvaluatorRow) => void;
}

/** Returns the columns of the list of a dataset’s evaluators. */
export function buildEvaluatorColumns(
  options: EvaluatorColumnsOptions,
): DataColumn<EvaluatorRow>[] {
  const { datasetId, onRemove } = options;
  return [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      required: true,
      sortKey: 'name',
      cell: ({ id, name }) => (
        <NameLinkCell
          to="/datasets/$datasetId/evaluators/$evaluatorId"
          params={{ datasetId, evaluatorId: id }}
          name={name}
        />
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      width: 100,
      sortKey: 'kind',
      cell: ({ evaluator }) => getKindLabel(evaluator.kind),
    },
    textColumn({
      id: 'evaluator',
      header: 'Judges with',
      label: 'The built-in evaluator, the model or the language of the code',
      width: 160,
      text: ({ evaluator }) => getSubject(evaluator),
    }),
    textColumn({
      id: 'description',
      header: 'Description',
      width: 240,
      grow: true,
      text: ({ description }) => description,
    }),
    textColumn({
      id: 'outputs',
      header: 'Outputs',
      label: 'The labels with their scores, or the range of scores',
      width: 220,
      text: ({ outputConfigs }) => describeOutputs(outputConfigs),
    }),
    textColumn({
      id: 'direction',
      header: 'Better scores',
      width: 110,
      optional: true,
      text: ({ outputConfigs }) => describeDirection(outputConfigs),
    }),
    textColumn({
      id: 'user',
      header: 'Added by',
      width: 140,
      optional: true,
      text: ({ user }) => user?.username,
    }),
    timeColumn({
      id: 'updatedAt',
      header: 'Updated',
      sortKey: 'updatedAt',
      time: ({ updatedAt }) => updatedAt,
    }),
    actionsColumn((row) => <EvaluatorMenu datasetId={datasetId} row={row} onRemove={onRemove} />),
  ];
}

/** Returns what judges: the model, the language of the code or the built-in evaluator. */
export function getSubject(evaluator: EvaluatorRow['evaluator']): string {
  switch (evaluator.__typename) {
    case 'LLMEvaluator':
      return evaluator.promptVersion.modelName;
    case 'CodeEvaluator':
      return getLanguageLabel(evaluator.language);
    default:
      return getBuiltInLabel(evaluator.name);
  }
}
