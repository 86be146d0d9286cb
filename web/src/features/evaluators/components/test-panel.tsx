import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { JsonView } from '../../../components/text/json-view.js';
import { getExampleName } from '../../../lib/ids/example-name.js';
import { type Json, printExactJson } from '../../../lib/json/exact-json.js';
import { readJsonText } from '../../../lib/json/json-text.js';
import type { TestExample } from '../api/test-examples.js';
import { ContextTest } from './context-test.js';
import { TestResult } from './test-result.js';
import classes from './test-panel.module.css';
import { type TestedEvaluator, useEvaluatorTest } from './use-evaluator-test.js';

interface TestPanelProps extends TestedEvaluator {
  /** Of the dataset; undefined without one. */
  examples: readonly TestExample[] | undefined;
  /** The context in which an evaluator without a dataset is tested, as typed. */
  context: string;
  onContextChange: (context: string) => void;
}

/** Runs the evaluator as it is typed, on an example of the dataset or on a typed context. */
export function TestPanel({ examples, context, onContextChange, ...tested }: TestPanelProps) {
  const [first] = examples ?? [];
  return (
    <PageSection title={examples ? 'Test on an example' : 'Test'}>
      {!examples ? (
        <ContextTest {...tested} context={context} onContextChange={onContextChange} />
      ) : first ? (
        <ExampleTest {...tested} examples={examples} first={first} />
      ) : (
        <Text size="sm" c="dimmed">
          The dataset has no examples yet. Add one to test the evaluator on it.
        </Text>
      )}
    </PageSection>
  );
}

interface ExampleTestProps extends TestedEvaluator {
  examples: readonly TestExample[];
  first: TestExample;
}

function ExampleTest({ examples, first, ...tested }: ExampleTestProps) {
  const [exampleId, setExampleId] = useState(first.id);
  const example = examples.find(({ id }) => id === exampleId) ?? first;
  const { input, metadata, output: expected } = readRevision(example);
  const [output, setOutput] = useState(printExactJson(expected));
  const [problem, setProblem] = useState<string>();
  const { run, isRunning, finding } = useEvaluatorTest(tested);
  const key = `${example.id} ${output}`;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const judged = readJsonText(output);
    setProblem('problem' in judged ? judged.problem : undefined);
    if ('problem' in judged) return;
    await run({ input, output: judged.value, reference: expected, metadata }, key);
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
            isOutdated={finding.draft !== tested.draft || finding.key !== key}
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

const MAX_PREVIEW_LENGTH = 60;

function describeExample(example: TestExample): string {
  const text = printExactJson(readRevision(example).input, 0);
  const preview = text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
  return `${getExampleName(example)} · ${preview}`;
}
