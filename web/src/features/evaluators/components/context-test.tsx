import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DatasetSelect } from '../../../components/dataset-select/dataset-select.js';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import { readFirstExample } from '../api/test-examples.js';
import { readContext, toContext } from '../draft/test-context.js';
import { TestResult } from './test-result.js';
import { type TestedEvaluator, useEvaluatorTest } from './use-evaluator-test.js';

interface ContextTestProps extends TestedEvaluator {
  /** The context of the evaluator, as typed. */
  context: string;
  onContextChange: (context: string) => void;
}

/** Runs the evaluator as it is typed, on what the user types or takes from a dataset. */
export function ContextTest({ context, onContextChange, ...tested }: ContextTestProps) {
  const [problem, setProblem] = useState<string>();
  const [datasetId, setDatasetId] = useState<string>();
  const { run, isRunning, finding } = useEvaluatorTest(tested);
  const [refusal, setRefusal] = useState<string>();
  const choose = async (id: string | null) => {
    setDatasetId(id ?? undefined);
    setRefusal(undefined);
    if (id === null) return;
    const reading = await readFirstExample(id);
    if ('problem' in reading) {
      setRefusal(reading.problem);
      return;
    }
    onContextChange(toContext(reading.value));
    setProblem(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reading = readContext(context);
    setProblem('problem' in reading ? reading.problem : undefined);
    if ('value' in reading) await run(reading.value, context);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Test" noValidate>
      <Stack gap="sm">
        <DatasetSelect
          label="Start from a dataset"
          description="Uses its first example, and judges the expected output."
          placeholder="Find a dataset"
          error={refusal}
          value={datasetId ?? null}
          onChange={(id) => void choose(id)}
        />
        <JsonEditor
          label="What the evaluator sees"
          description="An object with input, output, reference (the expected output) and metadata."
          minLines={8}
          maxLines={20}
          value={context}
          problem={problem}
          onChange={onContextChange}
        />
        <Button type="submit" variant="default" loading={isRunning}>
          Run test
        </Button>
        {finding ? (
          <TestResult
            outcome={finding.outcome}
            isOutdated={finding.draft !== tested.draft || finding.key !== context}
          />
        ) : (
          <Text size="sm" c="dimmed">
            A test stores nothing except the call of a model.
          </Text>
        )}
      </Stack>
    </form>
  );
}
