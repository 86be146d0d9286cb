import { Checkbox } from '@mantine/core';

interface PromptDeletionProps {
  promptName: string;
  onChange: (isDeleted: boolean) => void;
}

/** Asks whether the prompt of an evaluator is deleted with it. */
export function PromptDeletion({ promptName, onChange }: PromptDeletionProps) {
  return (
    <Checkbox
      label={`Also delete its prompt ${promptName}`}
      description="Only if it was created with the evaluator, and no other evaluator uses it."
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
