import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { listCredentials, useProviders } from '../../../components/prompt-editor/provider-keys.js';
import { JsonView } from '../../../components/text/json-view.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { getExampleName } from '../../../lib/ids/example-name.js';
import { type Json, printExactJson } from '../../../lib/json/exact-json.js';
import { type JsonReading, readJsonText } from '../../../lib/json/json-text.js';
import { PreviewMutation, type PreviewResult } from '../api/preview.js';
import type { TestExample } from '../api/test-examples.js';
import {
  type EvaluatorDraft,
  type EvaluatorStart,
  readEvaluatorDraft,
} from '../draft/evaluator-draft.js';
import type { InputSpec } from '../../../components/evaluators/input-specs.js';
import { toPreviewedEvaluator } from '../draft/preview-input.js';
import { TestResult } from './test-result.js';
import classes from './test-panel.module.css';

interface TestPanelProps {
  start: EvaluatorStart;
  draft: EvaluatorDraft;
  specs: readonly InputSpec[];
  examples: readonly TestExample[];
}

/** Runs the evaluator as it is typed on an example of the dataset. */
export function TestPanel(props: TestPanelProps) {
  const [first] = props.examples;
  return (
    <PageSection title="Test on an example">
      {first ? (
        <ExampleTest {...props} first={first} />
      ) : (
        <Text size="sm" c="dimmed">
          The dataset has no examples yet. Add one to test the evaluator on it.
        </Text>
      )}
    </PageSection>
  );
}

/** What a test found out, and about which evaluator and output. */
interface Finding {
  outcome: JsonReading<PreviewResult>;
  draft: EvaluatorDraft;
  context: string;
}

function ExampleTest({
  start,
  draft,
  specs,
  examples,
  first,
}: TestPanelProps & { first: TestExample }) {
  const [exampleId, setExampleId] = useState(first.id);
  const example = examples.find(({ id }) => id === exampleId) ?? first;
  const { input, metadata, output: expected } = readRevision(example);
  const [output, setOutput] = useState(printExactJson(expected));
  const [problem, setProblem] = useState<string>();
  const [finding, setFinding] = useState<Finding>();
  const providers = useProviders();
  const [preview, isRunning] = useGraphqlMutation(PreviewMutation, {
    exact: true,
    invalidates: [],
  });
  const context = `${example.id} ${output}`;

  const test = async (): Promise<JsonReading<PreviewResult>> => {
    const read = readEvaluatorDraft({ ...draft, name: draft.name.trim() || 'test' }, specs);
    if ('problem' in read) return read;
    const judged = readJsonText(output);
    if ('problem' in judged) return judged;
    const { inputMapping, promptVersion } = read.value;
    const isBuiltIn = promptVersion?.customProviderId === null;
    const { data, error } = await preview({
      input: {
        credentials: isBuiltIn ? listCredentials(promptVersion.modelProvider, providers) : [],
        previews: [
          {
            evaluator: toPreviewedEvaluator(start, read.value),
            inputMapping,
            context: { input, output: judged.value, reference: expected, metadata },
          },
        ],
      },
    });
    const [result] = data?.evaluatorPreviews.results ?? [];
    return result ? { value: result } : { problem: describeError(error).detail };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    const judged = readJsonText(output);
    setProblem('problem' in judged ? judged.problem : undefined);
    if ('problem' in judged) return;
    setFinding({ outcome: await test(), draft, context });
  };
  const choose = (id: string) => {
    const chosen = examples.find((one) => one.id === id);
    setExampleId(id);
    if (chosen) setOutput(printExactJson(readRevision(chosen).output));
  };

  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Test" noValidate>
      <Stack gap="sm">
        <NativeSelect
          label="Example"
          value={exampleId}
          data={examples.map((one) => ({ value: one.id, label: describeExample(one) }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <details className={classes.example}>
          <summary>Input, reference and metadata</summary>
          <JsonView value={{ input, reference: expected, metadata }} maxLines={20} />
        </details>
        <JsonEditor
          label="Output to judge"
          description="Starts as the expected output. Change it to see how the evaluator answers."
          minLines={3}
          maxLines={14}
          value={output}
          problem={problem}
          onChange={setOutput}
        />
        <Button type="submit" variant="default" loading={isRunning}>
          Run test
        </Button>
        {finding ? (
          <TestResult
            outcome={finding.outcome}
            isOutdated={finding.draft !== draft || finding.context !== context}
          />
        ) : null}
      </Stack>
    </form>
  );
}

function readRevision({ revision }: TestExample): Record<'input' | 'output' | 'metadata', Json> {
  return {
    input: revision.input as Json,
    output: revision.output as Json,
    metadata: revision.metadata as Json,
  };
}

const LONGEST_PREVIEW = 60;

function describeExample(example: TestExample): string {
  const text = printExactJson(readRevision(example).input, 0);
  const preview = text.length > LONGEST_PREVIEW ? `${text.slice(0, LONGEST_PREVIEW)}…` : text;
  return `${getExampleName(example)} · ${preview}`;
}
