import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { getKindLabel } from '../../../components/evaluators/evaluator-names.js';
import type { ListedEvaluator } from '../api/all-evaluators.js';
import { listUses } from '../evaluator-texts.js';
import { type EvaluatorActions, EvaluatorActionsMenu } from './evaluator-actions.js';
import { getSubject } from './evaluator-columns.js';
import {
  actionsColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

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
        <NameLinkCell to="/evaluators/$evaluatorId" params={{ evaluatorId: id }} name={name} />
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      width: 100,
      sortKey: 'kind',
      cell: ({ kind }) => getKindLabel(kind),
    },
    textColumn({
      id: 'evaluator',
      header: 'Judges with',
      label: 'The built-in evaluator, the model or the language of the code',
      width: 170,
      text: (evaluator) => getSubject(evaluator),
    }),
    textColumn({
      id: 'prompt',
      header: 'Prompt',
      width: 160,
      optional: true,
      text: (evaluator) =>
        evaluator.__typename === 'LLMEvaluator' ? evaluator.prompt.name : undefined,
    }),
    textColumn({
      id: 'description',
      header: 'Description',
      width: 240,
      grow: true,
      text: ({ description }) => description,
    }),
    textColumn({
      id: 'uses',
      header: 'Used in',
      label: 'The number of datasets and rules that use it',
      width: 160,
      text: (evaluator) => listUses(evaluator).join(', '),
    }),
    {
      id: 'updatedAt',
      header: 'Changed',
      width: 132,
      sortKey: 'updatedAt',
      cell: ({ kind, updatedAt }) => (kind === 'BUILTIN' ? '' : <RelativeTime time={updatedAt} />),
    },
    textColumn({
      id: 'updatedBy',
      header: 'Changed by',
      width: 120,
      text: ({ updatedBy }) => updatedBy?.username,
    }),
    textColumn({
      id: 'user',
      header: 'Created by',
      width: 120,
      optional: true,
      text: ({ user }) => user?.username,
    }),
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      optional: true,
      sortKey: 'createdAt',
      time: ({ createdAt }) => createdAt,
    }),
    actionsColumn((evaluator) => <EvaluatorActionsMenu evaluator={evaluator} actions={actions} />),
  ];
}
