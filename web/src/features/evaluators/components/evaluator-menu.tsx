import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ellipsis, FileText, ListTree, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { EvaluatorRow } from '../api/evaluators-list.js';

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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {evaluator.__typename === 'LLMEvaluator' ? (
          <Menu.Item
            leftSection={<FileText size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/prompts/$promptId" params={{ promptId: evaluator.prompt.id }} />
            )}
          >
            Open prompt
          </Menu.Item>
        ) : null}
        {project ? (
          <Menu.Item
            leftSection={<ListTree size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectId/traces"
                params={{ projectId: project.id }}
                search={{ timeRangeKey: 'all' }}
              />
            )}
          >
            Traces
          </Menu.Item>
        ) : null}
        <CopyItem what="ID" text={id} />
        {canOnServer.write ? (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Pencil size={14} aria-hidden />}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/datasets/$datasetId/evaluators/$evaluatorId"
                  params={{ datasetId, evaluatorId: id }}
                />
              )}
            >
              Edit
            </Menu.Item>
            <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={() => onRemove(row)}>
              Remove…
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
