import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Database, Ellipsis, FileText, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/** What the menu needs to know of an evaluator. */
export interface ActionableEvaluator {
  id: string;
  name: string;
  kind: 'LLM' | 'CODE' | 'BUILTIN';
  /** Absent for those that ask no model. */
  prompt?: { id: string; name: string };
}

/** What the menu of an evaluator does besides opening pages. */
export interface EvaluatorActions {
  onAttach: (evaluator: ActionableEvaluator) => void;
  onDelete: (evaluator: ActionableEvaluator) => void;
}

interface EvaluatorActionsMenuProps {
  evaluator: ActionableEvaluator;
  actions: EvaluatorActions;
}

/** The actions for an evaluator, whatever uses it. Viewers can only look and copy. */
export function EvaluatorActionsMenu({ evaluator, actions }: EvaluatorActionsMenuProps) {
  const { canOnServer } = useViewer();
  const { id, name, kind, prompt } = evaluator;
  const isOwn = kind !== 'BUILTIN';
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {prompt ? (
          <Menu.Item
            leftSection={<FileText size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/prompts/$promptId" params={{ promptId: prompt.id }} />
            )}
          >
            Open prompt
          </Menu.Item>
        ) : null}
        <CopyItem what="ID" text={id} />
        {canOnServer.write ? (
          <>
            <Menu.Divider />
            {isOwn ? (
              <Menu.Item
                leftSection={<Pencil size={14} aria-hidden />}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/evaluators/$evaluatorId/edit"
                    params={{ evaluatorId: id }}
                  />
                )}
              >
                Edit
              </Menu.Item>
            ) : null}
            <Menu.Item
              leftSection={<Database size={14} aria-hidden />}
              onClick={() => actions.onAttach(evaluator)}
            >
              Add to dataset…
            </Menu.Item>
            {isOwn ? (
              <Menu.Item
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => actions.onDelete(evaluator)}
              >
                Delete…
              </Menu.Item>
            ) : null}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
