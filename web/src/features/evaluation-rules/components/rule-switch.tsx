import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type Rule, RULE_DOCUMENTS, UpdateRuleMutation } from '../api/rules.js';

interface RuleSwitchProps {
  rule: Pick<Rule, 'id' | 'name' | 'isEnabled'>;
  /** Shown beside it; absent where a column says what it is. */
  label?: string;
}

/** Turns a rule on and off. Viewers only see which it is. */
export function RuleSwitch({ rule, label }: RuleSwitchProps) {
  const { id, name, isEnabled } = rule;
  const { can } = useViewer();
  const [update, isSending] = useGraphqlMutation(UpdateRuleMutation, {
    invalidates: RULE_DOCUMENTS,
  });
  if (!can.write) return isEnabled ? 'Yes' : 'No';
  const turn = async (isOn: boolean) => {
    const { error } = await update({ input: { id, isEnabled: isOn } });
    if (error) {
      const message = describeError(error).detail;
      notifications.show({ title: `${name} was not changed`, message, color: 'red' });
      return;
    }
    notifications.show({
      message: isOn
        ? `${name} enabled. It evaluates what arrives from now on.`
        : `${name} disabled. Waiting items will not be evaluated.`,
    });
  };
  return (
    <Switch
      label={label}
      aria-label={`Enable ${name}`}
      size="xs"
      checked={isEnabled}
      disabled={isSending}
      onChange={({ currentTarget }) => void turn(currentTarget.checked)}
    />
  );
}
