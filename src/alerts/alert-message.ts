import { toGlobalId } from '../common/ids/global-id.js';
import type { WebhookEvent } from '../common/sql/webhook-events.js';
import type { Letter } from '../mail/mail.service.js';
import type { AlertRuleEntity } from './alert-rule.entity.js';
import { writeSummary } from './alert-text.js';

/** Type name in the global ID of a rule. */
export const ALERT_RULE_TYPE = 'AlertRule';

/** Writes what webhooks are told of a rule. */
export function writeEvent(
  rule: AlertRuleEntity,
  projectName: string,
  kind: 'firing' | 'resolved' | 'test',
  value: number | null,
): WebhookEvent {
  const projectId = toGlobalId('Project', rule.projectId);
  const { name, target, measure, annotation, condition, baseline, comparison, threshold } = rule;
  return {
    projectId: rule.projectId,
    type: `alert.${kind}`,
    summary: writeSummary(rule, projectName, kind, value),
    path: `/projects/${encodeURIComponent(projectId)}/alerts`,
    data: {
      rule: { id: toGlobalId(ALERT_RULE_TYPE, rule.id), name },
      project: { id: projectId, name: projectName },
      target,
      measure,
      annotation,
      condition,
      window_minutes: rule.windowMinutes,
      baseline,
      comparison,
      threshold,
      value,
    },
  };
}

/** Writes the same as an email. */
export function writeLetter(
  { summary, path }: WebhookEvent,
  heading: string,
  rootUrl: string,
): Letter {
  return {
    subject: heading,
    paragraphs: [summary],
    link: { id: 'alerts-url', label: 'Open the alerts', url: `${rootUrl}${path}` },
  };
}
