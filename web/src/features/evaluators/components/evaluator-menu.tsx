import { Menu } from '@mantine/core';
import { FileText, ListTree, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { EvaluatorRow } from '../api/evaluators-list.js';
import { ActionItem, ActionLink, ActionsMenu } from '../../../components/buttons/actions-menu.js';

interface EvaluatorMenuProps {
  datasetId: string;
  row: EvaluatorRow;
  onRemove: (evaluator: EvaluatorRow) => void;
}

/** The actions for an evaluator of a dataset. Viewers can only look and copy. */
export function EvaluatorMenu({ datasetId, row, onRemove }: EvaluatorMenuProps) {
  const { canOnServer } = useViewer();
  const { id, name, evaluator, project } = row;
  return (
    <ActionsMenu name={name}>
      {evaluator.__typename === 'LLMEvaluator' ? (
        <ActionLink
          icon={FileText}
          to="/prompts/$promptId"
          params={{ promptId: evaluator.prompt.id }}
        >
          Open prompt
        </ActionLink>
      ) : null}
      {project ? (
        <ActionLink
          icon={ListTree}
          to="/projects/$projectId/traces"
          params={{ projectId: project.id }}
          search={{ timeRangeKey: 'all' }}
        >
          Traces
        </ActionLink>
      ) : null}
      <CopyItem what="ID" text={id} />
      {canOnServer.write ? (
        <>
          <Menu.Divider />
          <ActionLink
            icon={Pencil}
            to="/datasets/$datasetId/evaluators/$evaluatorId"
            params={{ datasetId, evaluatorId: id }}
          >
            Edit
          </ActionLink>
          <ActionItem icon={Trash2} onClick={() => onRemove(row)}>
            Remove…
          </ActionItem>
        </>
      ) : null}
    </ActionsMenu>
  );
}
