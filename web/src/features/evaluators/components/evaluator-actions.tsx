import { Menu } from '@mantine/core';
import { Database, FileText, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { ActionItem, ActionLink, ActionsMenu } from '../../../components/buttons/actions-menu.js';

/** The evaluator as its menu knows it. */
export interface ActionableEvaluator {
  id: string;
  name: string;
  kind: 'LLM' | 'CODE' | 'BUILTIN';
  /** Absent for those that ask no model. */
  prompt?: { id: string; name: string };
}

/** The actions in the menu of an evaluator that open no page. */
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
    <ActionsMenu name={name}>
      {prompt ? (
        <ActionLink icon={FileText} to="/prompts/$promptId" params={{ promptId: prompt.id }}>
          Open prompt
        </ActionLink>
      ) : null}
      <CopyItem what="ID" text={id} />
      {canOnServer.write ? (
        <>
          <Menu.Divider />
          {isOwn ? (
            <ActionLink
              icon={Pencil}
              to="/evaluators/$evaluatorId/edit"
              params={{ evaluatorId: id }}
            >
              Edit
            </ActionLink>
          ) : null}
          <ActionItem icon={Database} onClick={() => actions.onAttach(evaluator)}>
            Add to dataset…
          </ActionItem>
          {isOwn ? (
            <ActionItem icon={Trash2} onClick={() => actions.onDelete(evaluator)}>
              Delete…
            </ActionItem>
          ) : null}
        </>
      ) : null}
    </ActionsMenu>
  );
}
