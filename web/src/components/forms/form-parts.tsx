import { Button, Group } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../buttons/copy-button.js';
import classes from './form-parts.module.css';

/** An error about the form as a whole. */
export function FormAlert({ text }: { text: ReactNode }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={classes.alert}>
      {text}
    </p>
  );
}

interface FormButtonsProps {
  label: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Whether it deletes something. */
  isDestructive?: boolean;
  onCancel: () => void;
}

/** The buttons at the end of a form in a dialog: cancel and submit. */
export function FormButtons(props: FormButtonsProps) {
  const { label, isBusy, isDisabled = false, isDestructive = false, onCancel } = props;
  return (
    <Group justify="flex-end" gap="xs" mt="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        loading={isBusy}
        disabled={isDisabled}
        {...(isDestructive ? { color: 'red.9' } : {})}
      >
        {label}
      </Button>
    </Group>
  );
}

/** A secret that cannot be read again once the dialog is closed. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  return (
    <>
      <div className={classes.once}>
        <div className={classes.onceLine}>
          <span className={classes.onceLabel}>{label}</span>
          <CopyButton value={value} label={label.toLowerCase()} />
        </div>
        <code>{value}</code>
      </div>
      <p className={classes.onceNote}>
        <TriangleAlert size={14} aria-hidden />
        This is shown only once. Copy it before you close this dialog.
      </p>
    </>
  );
}
