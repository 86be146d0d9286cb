import { Anchor, Button, Stack } from '@mantine/core';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { EvaluationAnswer } from '../../../components/evaluators/evaluation-answer.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { JsonView } from '../../../components/text/json-view.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { readJsonText } from '../../../lib/json/json-text.js';
import { basePath } from '../../../lib/page/base-url.js';
import { PreviewRuleMutation, type RulePreviewResult } from '../api/rule-preview.js';
import type { readRuleDraft, RuleDraft } from '../draft/rule-draft.js';
import { TARGETS } from '../rule-texts.js';
import classes from './preview-panel.module.css';

interface PreviewPanelProps {
  projectId: string;
  draft: RuleDraft;
  /** Reads what a preview needs of the form. */
  read: () => ReturnType<typeof readRuleDraft>;
}

const COUNT = 5;

/** The result of a preview, and the form that it is about. */
interface Finding {
  /** The values that decide about the preview, as text. */
  about: string;
  noun: string;
  outcome: { problem: string } | { results: readonly RulePreviewResult[] };
}

/** Tries the rule as it is typed on recent data. Stores no annotation. */
export function PreviewPanel({ projectId, draft, read }: PreviewPanelProps) {
  const { tab, noun } = TARGETS[draft.target];
  const [finding, setFinding] = useState<Finding>();
  const [preview, isRunning] = useGraphqlMutation(PreviewRuleMutation, {
    exact: true,
    invalidates: [],
  });
  const { target, condition, evaluatorId, inputs } = draft;
  const about = JSON.stringify([target, condition, evaluatorId, inputs]);

  const run = async (): Promise<Finding['outcome']> => {
    const reading = read();
    if ('problems' in reading) {
      return { problem: Object.values(reading.problems)[0] ?? 'Complete the form first.' };
    }
    const { inputMapping } = reading.value;
    const { data, error } = await preview({
      input: {
        projectId,
        target,
        condition: condition.trim(),
        evaluatorId,
        inputMapping,
        count: COUNT,
      },
    });
    return data ? data.previewEvaluationRule : { problem: describeError(error).detail };
  };
  return (
    <PageSection title="Preview">
      <Stack gap="sm">
        <p className={classes.note}>
          Runs the evaluator on the newest {tab} that meet the condition, up to {COUNT}. No
          annotation is stored. Calls of a model cost as usual.
        </p>
        <Button
          variant="default"
          leftSection={<FlaskConical size={15} aria-hidden />}
          loading={isRunning}
          onClick={() => void run().then((outcome) => setFinding({ about, noun, outcome }))}
        >
          Try on recent {tab}
        </Button>
        {finding ? <Findings finding={finding} isOutdated={finding.about !== about} /> : null}
      </Stack>
    </PageSection>
  );
}

function Findings({ finding, isOutdated }: { finding: Finding; isOutdated: boolean }) {
  const { outcome, noun } = finding;
  return (
    <div className={classes.findings} role="status" data-outdated={isOutdated || undefined}>
      {isOutdated ? <p className={classes.note}>From before your last change:</p> : null}
      {'problem' in outcome ? (
        <FormAlert text={outcome.problem} />
      ) : outcome.results.length === 0 ? (
        <p className={classes.note}>
          No {noun} meets the condition. Make it wider, or send data first.
        </p>
      ) : (
        outcome.results.map((result) => <Result key={getId(result)} result={result} noun={noun} />)
      )}
    </div>
  );
}

function Result({ result, noun }: { result: RulePreviewResult; noun: string }) {
  const { inputs, error } = result;
  const id = getId(result);
  const reading = readJsonText(inputs);
  return (
    <section className={classes.result} aria-label={`Preview of ${noun} ${id}`}>
      <Anchor
        size="sm"
        href={`${basePath}/redirects/${noun}s/${encodeURIComponent(id)}`}
        target="_blank"
        rel="noreferrer"
        title={id}
      >
        {noun} <code>{id.slice(0, 8)}</code>
      </Anchor>
      {error === null ? <EvaluationAnswer {...result} /> : <FormAlert text={error} />}
      <details className={classes.inputs}>
        <summary>Inputs</summary>
        {'value' in reading ? (
          <JsonView value={reading.value} maxLines={20} />
        ) : (
          <pre className={classes.cut}>{inputs}… (cut)</pre>
        )}
      </details>
    </section>
  );
}

function getId({ spanId, traceId, sessionId }: RulePreviewResult): string {
  return spanId ?? traceId ?? sessionId ?? '';
}
