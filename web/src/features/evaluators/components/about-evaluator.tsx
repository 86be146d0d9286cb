import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { getKindLabel } from '../../../components/evaluators/evaluator-names.js';
import { listSchemaInputs } from '../../../components/evaluators/input-specs.js';
import { getProviderLabel } from '../../../components/prompt-editor/providers.js';
import { type Json, printExactJson } from '../../../lib/json/exact-json.js';
import type { EvaluatorDetail } from '../api/evaluator.js';
import { describeDirection, describeOutputs, getLanguageLabel } from '../evaluator-texts.js';
import classes from './evaluator-uses.module.css';

interface Fact {
  label: string;
  value: ReactNode;
}

/** The kind, output and author of an evaluator. */
export function AboutEvaluator({ evaluator }: { evaluator: EvaluatorDetail }) {
  const { kind, outputConfigs, createdAt, updatedAt, user, updatedBy } = evaluator;
  const direction = describeDirection(outputConfigs);
  const facts: Fact[] = [
    { label: 'Kind', value: getKindLabel(kind) },
    ...listOwnFacts(evaluator),
    { label: 'Output', value: describeOutputs(outputConfigs) || 'any label and score' },
    ...(direction === undefined ? [] : [{ label: 'Better scores', value: direction }]),
    ...listInputFacts(evaluator),
  ];
  if (kind !== 'BUILTIN') {
    facts.push(
      { label: 'Created', value: <When time={createdAt} by={user} /> },
      { label: 'Changed', value: <When time={updatedAt} by={updatedBy} /> },
    );
  }
  return <FactList facts={facts} />;
}

function When({ time, by }: { time: string; by: { username: string } | null }) {
  return (
    <>
      <RelativeTime time={time} />
      {by ? ` by ${by.username}` : ''}
    </>
  );
}

function listOwnFacts(evaluator: EvaluatorDetail): Fact[] {
  if (evaluator.__typename === 'LLMEvaluator') {
    const { prompt, promptVersion } = evaluator;
    return [
      {
        label: 'Model',
        value: (
          <>
            <code>{promptVersion.modelName}</code> {getProviderLabel(promptVersion.modelProvider)}
          </>
        ),
      },
      {
        label: 'Prompt',
        value: (
          <Link to="/prompts/$promptId" params={{ promptId: prompt.id }} className={classes.link}>
            {prompt.name}
          </Link>
        ),
      },
    ];
  }
  if (evaluator.__typename === 'CodeEvaluator') {
    const { language, sandboxConfig } = evaluator;
    return [
      { label: 'Language', value: getLanguageLabel(language) },
      { label: 'Sandbox', value: sandboxConfig.name },
    ];
  }
  return [];
}

/** Where the inputs come from, or what the inputs of a built-in evaluator are. */
function listInputFacts(evaluator: EvaluatorDetail): Fact[] {
  if (evaluator.__typename === 'BuiltInEvaluator') {
    const specs = listSchemaInputs(evaluator.inputSchema as Json);
    return specs.map(({ name, description }) => ({ label: name, value: description ?? '' }));
  }
  const { literalMapping, pathMapping } = evaluator.inputMapping as {
    literalMapping: Record<string, Json>;
    pathMapping: Record<string, string>;
  };
  const values = {
    ...pathMapping,
    ...Object.fromEntries(
      Object.entries(literalMapping).map(([name, value]) => [name, printExactJson(value, 0)]),
    ),
  };
  return Object.entries(values).map(([name, value]) => ({
    label: `Input: ${name}`,
    value: <code>{value}</code>,
  }));
}
