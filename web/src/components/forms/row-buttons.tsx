import { ActionIcon, Button } from '@mantine/core';
import { Plus, X } from 'lucide-react';

interface AddRowButtonProps {
  /** The text, such as “Add pattern”. */
  label: string;
  variant?: 'default' | 'subtle';
  onClick: () => void;
}

/** Adds a row to a list of fields. */
export function AddRowButton({ label, variant = 'default', onClick }: AddRowButtonProps) {
  return (
    <Button
      variant={variant}
      size="compact-sm"
      leftSection={<Plus size={14} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Removes a row from a list of fields. */
export function RemoveRowButton({ label, onClick }: Pick<AddRowButtonProps, 'label' | 'onClick'>) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <X size={14} aria-hidden />
    </ActionIcon>
  );
}
