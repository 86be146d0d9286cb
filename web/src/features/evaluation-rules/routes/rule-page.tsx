import { Button, Group } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Pencil } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { MarkedCost } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { StatStrip } from '../../../components/data-display/stat-strip.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { formatCost, formatCount } from '../../../lib/format/numbers.js';
import { replaceTimeRange } from '../../../lib/time/time-range.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type Rule, useRule } from '../api/rules.js';
import { BackfillProgress } from '../components/backfill-progress.js';
import { LastEvaluations } from '../components/last-evaluations.js';
import { RuleFacts } from '../components/rule-facts.js';
import { RuleMenu } from '../components/rule-menu.js';
import { RuleNotFound } from '../components/rule-not-found.js';
import { RuleSkeleton } from '../components/rule-skeleton.js';
import type { HistorySlotProps } from '../components/rule-slots.js';
import { RuleSwitch } from '../components/rule-switch.js';
import { useRuleActions } from '../components/use-rule-actions.js';
import { formatUsed, suggestFix, TARGETS } from '../rule-texts.js';
import classes from './rule-page.module.css';

const route = getRouteApi('/projects/$projectId/evaluation/$ruleId');

interface RulePageProps {
  /** Shows the annotations of the rule over time. */
  renderHistory: (props: HistorySlotProps) => ReactNode;
}

/** A rule: what it does today, and how it judges. */
export function RulePage(props: RulePageProps) {
  const { projectId, ruleId } = route.useParams();
  const { rule, error, isMissing, reload } = useRule(ruleId);
  // Under the address of another project, its charts would show other data.
  if ((error ? isNotFound(error) : isMissing) || (rule && rule.projectId !== projectId)) {
    return <RuleNotFound projectId={projectId} />;
  }
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return rule ? <RuleView {...props} rule={rule} /> : <RuleSkeleton />;
}

function RuleView({ rule, renderHistory }: RulePageProps & { rule: Rule }) {
  const { projectId, name, target, lastError, lastErrorAt, backfill, tracesProject } = rule;
  const range = useTimeRange(route.useSearch());
  const navigate = useNavigate();
  const showAll = useCallback(
    () => void navigate({ to: '/projects/$projectId/evaluation', params: { projectId } }),
    [navigate, projectId],
  );
  const { actions, dialogs } = useRuleActions(showAll);
  const { tab } = TARGETS[target];

  return (
    <ScrollRegion label={name} className={classes.scroller}>
      <RuleHead rule={rule} menu={<RuleMenu rule={rule} {...actions} />} />
      <StatStrip stats={listStats(rule)} />
      {lastError === null ? null : (
        <Notice tone="warning">
          The last failure, <RelativeTime time={lastErrorAt} />: {lastError} {suggestFix(lastError)}
        </Notice>
      )}
      {backfill ? <BackfillSection rule={rule} onStop={actions.onStopBackfill} /> : null}
      <PageSection
        title="How it judges"
        actions={
          <TimeRangeControl
            value={range}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: (now) => replaceTimeRange(now, next),
                replace: true,
              })
            }
          />
        }
      >
        {renderHistory({ tab, name, range })}
      </PageSection>
      <RuleFacts rule={rule} />
      {tracesProject ? <LastEvaluations rule={rule} projectId={tracesProject.id} /> : null}
      {dialogs}
    </ScrollRegion>
  );
}

function RuleHead({ rule, menu }: { rule: Rule; menu: ReactNode }) {
  const { id, projectId, name, isEnabled } = rule;
  const { can } = useViewer();
  return (
    <div className={classes.head}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<ArrowLeft size={15} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/projects/$projectId/evaluation" params={{ projectId }} {...props} />
        )}
      >
        All rules
      </Button>
      <h2 className={classes.title} dir="auto" title={name}>
        {name}
      </h2>
      <Group gap="xs" className={classes.actions}>
        {can.write ? (
          <RuleSwitch rule={rule} label="Enabled" />
        ) : isEnabled ? (
          'Enabled'
        ) : (
          'Disabled'
        )}
        {can.write ? (
          <Button
            variant="default"
            leftSection={<Pencil size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId/evaluation/$ruleId/edit"
                params={{ projectId, ruleId: id }}
                {...props}
              />
            )}
          >
            Edit
          </Button>
        ) : null}
        {menu}
      </Group>
    </div>
  );
}

/** Of today, in UTC. */
function listStats(rule: Rule) {
  const { evaluatedToday, failedToday, skippedToday, waitingCount, tokensToday, costToday } = rule;
  const { maxEvaluationsPerDay, maxCostPerDay, pricedSpansToday, tracesProject } = rule;
  return [
    {
      label: 'Evaluated today',
      value: formatUsed(evaluatedToday + failedToday, maxEvaluationsPerDay),
    },
    {
      label: 'Failed today',
      value: formatCount(failedToday),
      tone: failedToday > 0 ? ('error' as const) : undefined,
    },
    { label: 'Skipped by limits', value: formatCount(skippedToday) },
    { label: 'Waiting', value: formatCount(waitingCount) },
    { label: 'Tokens today', value: formatCount(tokensToday) },
    {
      label: 'Cost today',
      value: (
        <MarkedCost
          text={formatUsed(costToday, maxCostPerDay, formatCost)}
          counts={pricedSpansToday}
        />
      ),
      note: tracesProject && (
        <UnpricedNote
          counts={pricedSpansToday}
          owner={{ id: tracesProject.id, timeRange: { start: startOfUtcDay() } }}
        />
      ),
    },
  ];
}

function startOfUtcDay(): string {
  return `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
}

function BackfillSection({ rule, onStop }: { rule: Rule; onStop: (rule: Rule) => void }) {
  const { can } = useViewer();
  const backfill = rule.backfill!;
  const { isRunning, error, startTime, endTime } = backfill;
  return (
    <PageSection
      title={`Past ${TARGETS[rule.target].tab}`}
      note={
        <>
          {startTime === null ? 'all' : <RelativeTime time={startTime} />} until{' '}
          <RelativeTime time={endTime} />
        </>
      }
    >
      <div className={classes.backfill}>
        <BackfillProgress backfill={backfill} />
        {isRunning && can.write ? (
          <Button variant="default" size="compact-md" flex="none" onClick={() => onStop(rule)}>
            Stop
          </Button>
        ) : null}
      </div>
      {error === null ? null : (
        <Notice tone="error">
          It ended early: {error} {suggestFix(error)}
        </Notice>
      )}
    </PageSection>
  );
}
