import { Group, Stack, TextInput } from '@mantine/core';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import { LabelFields } from '../../../components/score-labels/label-fields.js';
import { DIRECTIONS } from '../../../components/score-labels/score-texts.js';
import type { OutputDraft } from '../draft/output-draft.js';

interface OutputFieldsProps {
  output: OutputDraft;
  /** Whether it has two labels, for yes and no. */
  isTest: boolean;
  onChange: (output: OutputDraft) => void;
}

const TEST_NOTE = 'The first label stands for yes, the second for no. Averages need the scores.';

/** The fields for the answers of an evaluator: labels with scores, or a range of scores. */
export function OutputFields({ output, isTest, onChange }: OutputFieldsProps) {
  const change = (part: Partial<OutputDraft>) => onChange({ ...output, ...part });
  return (
    <Stack gap="sm">
      {output.type === 'categorical' ? (
        <LabelFields
          labels={output.labels}
          isFixed={isTest}
          {...(isTest ? { note: TEST_NOTE } : {})}
          error={undefined}
          onChange={(labels) => change({ labels })}
        />
      ) : (
        <Group grow>
          <TextInput
            label="Lowest score"
            placeholder="None"
            inputMode="decimal"
            autoComplete="off"
            value={output.lowerBound}
            onChange={({ currentTarget }) => change({ lowerBound: currentTarget.value })}
          />
          <TextInput
            label="Highest score"
            placeholder="None"
            inputMode="decimal"
            autoComplete="off"
            value={output.upperBound}
            onChange={({ currentTarget }) => change({ upperBound: currentTarget.value })}
          />
        </Group>
      )}
      <ChoiceField
        label="Better scores"
        value={output.direction}
        choices={DIRECTIONS}
        onChange={(direction) => change({ direction })}
      />
    </Stack>
  );
}
