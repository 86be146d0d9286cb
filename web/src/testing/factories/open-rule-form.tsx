import type { Rule, RuleInput } from '../../features/evaluation-rules/api/rules.js';
import { RuleForm } from '../../features/evaluation-rules/components/rule-form.js';
import type { RequestError } from '../../lib/data/request-error.js';
import { PROJECT_ID } from './project-scope.js';

interface OpenRuleFormProps {
  /** The stored rule; a new one by default. */
  rule?: Rule | undefined;
  /** Gets everything that the form tries to save. */
  saved?: RuleInput[];
  /** How the first attempts to save are refused. */
  refusals?: RequestError[];
}

/** The form of a rule, with a plain text field for its condition. */
export function OpenRuleForm({ rule, saved = [], refusals = [] }: OpenRuleFormProps) {
  return (
    <RuleForm
      projectId={PROJECT_ID}
      rule={rule}
      renderCondition={({ label, condition, onChange }) => (
        <input
          aria-label={label}
          value={condition}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      onSubmit={async (input) => {
        saved.push(input);
        return refusals.shift();
      }}
      onCancel={() => undefined}
    />
  );
}
