import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ConditionText } from '../../../components/filters/condition-text.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { isObject, type Json, printExactJson } from '../../../lib/json/exact-json.js';
import type { Rule } from '../api/rules.js';
import { formatRate, getAnnotatedFilter, TARGETS } from '../rule-texts.js';
import { EvaluatorName } from './evaluator-name.js';

/** The settings of a rule as a list of facts. */
export function RuleFacts({ rule }: { rule: Rule }) {
  const { projectId, target, condition, samplingRate, evaluator, user, createdAt } = rule;
  const { tab, list, note } = TARGETS[target];
  return (
    <PageSection title="What it does">
      <FactList
        facts={[
          {
            label: 'Evaluates',
            value: condition === '' ? `all ${tab}` : <ConditionText condition={condition} />,
          },
          { label: 'When', value: note },
          { label: 'Sample', value: `${formatRate(samplingRate)} of them` },
          {
            label: 'Evaluator',
            value: <EvaluatorName {...evaluator} />,
          },
          ...listInputs(rule),
          {
            label: 'Annotations',
            value: (
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={list}
                    params={{ projectId }}
                    search={{ filter: getAnnotatedFilter(rule) }}
                  />
                )}
              >
                {tab} of the last 7 days
              </Anchor>
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
    value: <code>{typeof path === 'string' ? path : printExactJson(path, 0)}</code>,
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
