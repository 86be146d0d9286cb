import { Link } from '@tanstack/react-router';
import { PreviewText } from '../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { getKindLabel } from '../../../components/evaluators/evaluator-names.js';
import type { ListedEvaluator } from '../api/all-evaluators.js';
import { listUses } from '../evaluator-texts.js';
import { type EvaluatorActions, EvaluatorActionsMenu } from './evaluator-actions.js';
import { getSubject } from './evaluator-columns.js';

/** Returns the columns of the list of all evaluators. */
export function buildAllEvaluatorColumns(actions: EvaluatorActions): DataColumn<ListedEvaluator>[] {
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
            to="/evaluators/$evaluatorId"
            params={{ evaluatorId: id }}
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
      cell: ({ kind }) => getKindLabel(kind),
    },
    {
      id: 'evaluator',
      header: 'Judges with',
      label: 'The built-in evaluator, the model or the language of the code',
      width: 170,
      cell: (evaluator) => <PreviewText text={getSubject(evaluator)} />,
    },
    {
      id: 'prompt',
      header: 'Prompt',
      width: 160,
      optional: true,
      cell: (evaluator) => (
        <PreviewText
          text={evaluator.__typename === 'LLMEvaluator' ? evaluator.prompt.name : undefined}
        />
      ),
    },
    {
      id: 'description',
      header: 'Description',
      width: 240,
      grow: true,
      cell: ({ description }) => <PreviewText text={description} />,
    },
    {
      id: 'uses',
      header: 'Used in',
      label: 'The number of datasets and rules that use it',
      width: 160,
      cell: (evaluator) => <PreviewText text={listUses(evaluator).join(', ')} />,
    },
    {
      id: 'updatedAt',
      header: 'Changed',
      width: 132,
      sortKey: 'updatedAt',
      cell: ({ kind, updatedAt }) => (kind === 'BUILTIN' ? '' : <RelativeTime time={updatedAt} />),
    },
    {
      id: 'updatedBy',
      header: 'Changed by',
      width: 120,
      cell: ({ updatedBy }) => <PreviewText text={updatedBy?.username} />,
    },
    {
      id: 'user',
      header: 'Created by',
      width: 120,
      optional: true,
      cell: ({ user }) => <PreviewText text={user?.username} />,
    },
    {
      id: 'createdAt',
      header: 'Created',
      width: 132,
      optional: true,
      sortKey: 'createdAt',
      cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (evaluator) => <EvaluatorActionsMenu evaluator={evaluator} actions={actions} />,
    },
  ];
}
