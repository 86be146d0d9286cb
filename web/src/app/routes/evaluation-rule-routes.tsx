import type {
  ConditionSlotProps,
  HistorySlotProps,
} from '../../features/evaluation-rules/components/rule-slots.js';
import {
  EditRulePage,
  NewRulePage,
} from '../../features/evaluation-rules/routes/edit-rule-page.js';
import { RulePage } from '../../features/evaluation-rules/routes/rule-page.js';
import { AnnotationHistory } from '../../features/project/metrics/annotation-history.js';
import { TypedCondition } from '../../features/project/query-bar/typed-condition.js';

/** A rule, with charts of how it judged. */
export function RuleRoute() {
  return <RulePage renderHistory={renderHistory} />;
}

/** The form of a new rule, with the condition of the project's lists. */
export function NewRuleRoute() {
  return <NewRulePage renderCondition={renderCondition} />;
}

/** The form of a rule. */
export function EditRuleRoute() {
  return <EditRulePage renderCondition={renderCondition} />;
}

function renderHistory(props: HistorySlotProps) {
  return <AnnotationHistory {...props} />;
}

function renderCondition(props: ConditionSlotProps) {
  return <TypedCondition key={props.tab} historyKey={`rules.${props.tab}`} {...props} />;
}
