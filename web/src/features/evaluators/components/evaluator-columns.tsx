import { Link } from '@tanstack/react-router';
import { PreviewText } from '../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { getBuiltInLabel, getKindLabel } from '../../../components/evaluators/evaluator-names.js';
import type { EvaluatorRow } from '../api/evaluators-list.js';
import { describeDirection, describeOutputs, getLanguageLabel } from '../evaluator-texts.js';
import { EvaluatorMenu } from './evaluator-menu.js';

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
        <span className={rowLink.cell}>
          <Link
            to="/datasets/$datasetId/evaluators/$evaluatorId"
            params={{ datasetId, evaluatorId: id }}
            className={rowLink.link}
            dir="auto"
            title={name}
          >
            {name}
          </Link>
        </span>
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      width: 100,
      sortKey: 'kind',
      cell: ({ evaluator }) => getKindLabel(evaluator.kind),
    },
    {
      id: 'evaluator',
      header: 'Judges with',
      label: 'The built-in evaluator, the model or the language of the code',
      width: 160,
      cell: ({ evaluator }) => <PreviewText text={getSubject(evaluator)} />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 240,
      grow: true,
      cell: ({ description }) => <PreviewText text={description} />,
    },
    {
      id: 'outputs',
      header: 'Outputs',
      label: 'The labels with their scores, or the range of scores',
      width: 220,
      cell: ({ outputConfigs }) => <PreviewText text={describeOutputs(outputConfigs)} />,
    },
    {
      id: 'direction',
      header: 'Better scores',
      width: 110,
      optional: true,
      cell: ({ outputConfigs }) => <PreviewText text={describeDirection(outputConfigs)} />,
    },
    {
      id: 'user',
      header: 'Added by',
      width: 140,
      optional: true,
      cell: ({ user }) => <PreviewText text={user?.username} />,
    },
    {
      id: 'updatedAt',
      header: 'Updated',
      width: 132,
      sortKey: 'updatedAt',
      cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (row) => <EvaluatorMenu datasetId={datasetId} row={row} onRemove={onRemove} />,
    },
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
