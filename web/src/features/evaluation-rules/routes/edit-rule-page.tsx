import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  CreateRuleMutation,
  type Rule,
  RULE_DOCUMENTS,
  UpdateRuleMutation,
  useEditedRule,
} from '../api/rules.js';
import { RuleForm } from '../components/rule-form.js';
import { RuleNotFound } from '../components/rule-not-found.js';
import { RuleSkeleton } from '../components/rule-skeleton.js';
import type { ConditionSlotProps } from '../components/rule-slots.js';

interface RulePageSlots {
  renderCondition: (props: ConditionSlotProps) => ReactNode;
}

/** The form of a new rule. */
export function NewRulePage(slots: RulePageSlots) {
  const { projectId = '' } = useParams({ strict: false });
  const { open, showAll } = useRuleLinks(projectId);
  const [create] = useGraphqlMutation(CreateRuleMutation, {
    exact: true,
    invalidates: RULE_DOCUMENTS,
  });
  return (
    <MembersOnly>
      <RuleForm
        {...slots}
        projectId={projectId}
        rule={undefined}
        onCancel={showAll}
        onSubmit={async (input) => {
          const { data, error } = await create({ input: { ...input, projectId } });
          if (error) return error;
          notifications.show({ message: `Rule ${input.name} created` });
          open(data.createEvaluationRule.evaluationRule.id);
          return undefined;
        }}
      />
    </MembersOnly>
  );
}

/** The form of a stored rule. */
export function EditRulePage(slots: RulePageSlots) {
  const { projectId = '', ruleId = '' } = useParams({ strict: false });
  const { rule, error, isMissing, reload } = useEditedRule(ruleId);
  if ((error ? isNotFound(error) : isMissing) || (rule && rule.projectId !== projectId)) {
    return <RuleNotFound projectId={projectId} />;
  }
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return rule ? (
    <MembersOnly>
      <EditForm {...slots} rule={rule} />
    </MembersOnly>
  ) : (
    <RuleSkeleton />
  );
}

function EditForm({ rule, ...slots }: RulePageSlots & { rule: Rule }) {
  const { id, projectId } = rule;
  const { open } = useRuleLinks(projectId);
  const [update] = useGraphqlMutation(UpdateRuleMutation, {
    exact: true,
    invalidates: RULE_DOCUMENTS,
  });
  return (
    <RuleForm
      key={id}
      {...slots}
      projectId={projectId}
      rule={rule}
      onCancel={() => open(id)}
      onSubmit={async ({ target: _target, ...input }) => {
        const { error } = await update({ input: { ...input, id } });
        if (error) return error;
        notifications.show({ message: `Rule ${input.name} saved` });
        open(id);
        return undefined;
      }}
    />
  );
}

function useRuleLinks(projectId: string) {
  const navigate = useNavigate();
  return {
    open: (ruleId: string) =>
      void navigate({
        to: '/projects/$projectId/evaluation/$ruleId',
        params: { projectId, ruleId },
      }),
    showAll: () => void navigate({ to: '/projects/$projectId/evaluation', params: { projectId } }),
  };
}

/** Shown to viewers instead of a form, because the server would not let them save it. */
function MembersOnly({ children }: { children: ReactNode }) {
  const { can, isPending } = useViewer();
  if (can.write) return children;
  if (isPending) return <RuleSkeleton />;
  return (
    <EmptyState icon={Lock} title="Only members and administrators can change rules">
      Ask an administrator to change your role.
    </EmptyState>
  );
}
