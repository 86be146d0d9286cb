import { Anchor, Checkbox, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { EvaluatorChoice } from '../api/evaluator-choices.js';

interface EvaluatorChoiceProps {
  datasetId: string;
  evaluators: readonly EvaluatorChoice[];
  /** The IDs of those that do not judge. */
  skipped: readonly string[];
  onChange: (skipped: string[]) => void;
}

/** Check boxes for the evaluators of a dataset. Those that are checked judge each run. */
export function EvaluatorChoiceField(props: EvaluatorChoiceProps) {
  const { datasetId, evaluators, skipped, onChange } = props;
  if (evaluators.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The dataset has no evaluators, so nothing judges the answers.{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(rest) => (
            <Link
              {...rest}
              to="/datasets/$datasetId/evaluators"
              params={{ datasetId }}
              target="_blank"
              rel="noreferrer"
            />
          )}
        >
          Add evaluators
        </Anchor>
      </Text>
    );
  }
  const all = evaluators.map(({ id }) => id);
  return (
    <Checkbox.Group
      label="Evaluators"
      value={all.filter((id) => !skipped.includes(id))}
      onChange={(checked) => onChange(all.filter((id) => !checked.includes(id)))}
    >
      <Stack gap={6} mt={4} mah={160} style={{ overflowY: 'auto' }}>
        {evaluators.map(({ id, name, description }) => (
          <Checkbox key={id} value={id} label={name} title={description ?? undefined} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
