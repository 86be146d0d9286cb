import { Link } from '@tanstack/react-router';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { getBuiltInLabel } from '../../../components/evaluators/evaluator-names.js';
import { ConditionText } from '../../../components/filters/condition-text.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { isObject, type Json, printExactJson } from '../../../lib/json/exact-json.js';
import type { Rule } from '../api/rules.js';
import { formatRate, getAnnotatedFilter, TARGETS } from '../rule-texts.js';
import { EvaluatorName } from './evaluator-name.js';

/** What a rule does. */
export function RuleFacts({ rule }: { rule: Rule }) {
  const { projectId, target, condition, samplingRate, evaluator, user, createdAt } = rule;
  const { tab, list, note } = TARGETS[target];
  const { kind, name } = evaluator;
  return (
    <PageSection title="What it does" note={note}>
      <FactList
        facts={[
          {
            label: 'Evaluates',
            value: condition === '' ? `all ${tab}` : <ConditionText condition={condition} />,
          },
          { label: 'Sample', value: `${formatRate(samplingRate)} of them` },
          {
            label: 'Evaluator',
            value: (
              <EvaluatorName kind={kind} name={kind === 'BUILTIN' ? getBuiltInLabel(name) : name} />
            ),
          },
          ...listInputs(rule),
          {
            label: 'Annotations',
            value: (
              <Link to={list} params={{ projectId }} search={{ filter: getAnnotatedFilter(rule) }}>
                {tab} of the last 7 days
              </Link>
            ),
          },
          {
            label: 'Created',
            value: (
              <>
                <RelativeTime time={createdAt} />
                {user ? ` by ${user.username}` : ''}
              </>
            ),
          },
        ]}
      />
    </PageSection>
  );
}

function listInputs({ inputMapping }: Rule) {
  const paths = toEntries(inputMapping.pathMapping).map(([name, path]) => ({
    label: `Input ${name}`,
    value: <code>{String(path)}</code>,
  }));
  const literals = toEntries(inputMapping.literalMapping).map(([name, value]) => ({
    label: `Input ${name}`,
    value: <span dir="auto">{typeof value === 'string' ? value : printExactJson(value, 0)}</span>,
  }));
  return [...paths, ...literals];
}

function toEntries(mapping: unknown): [string, Json][] {
  return isObject(mapping as Json) ? Object.entries(mapping as Record<string, Json>) : [];
}
