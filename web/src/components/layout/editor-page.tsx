import { Button, Group } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { LeaveGuard } from '../dialogs/leave-guard.js';
import { FormAlert } from '../forms/form-parts.js';
import classes from './editor-page.module.css';

interface EditorPageProps {
  children: ReactNode;
  /** The column beside the form. */
  side: ReactNode;
  sideClassName?: string | undefined;
  /** An error about the form as a whole, shown beside the buttons. */
  problem: ReactNode;
  /** The button that submits; null if the user may only read. */
  submitButton: ReactNode;
  onCancel: () => void;
  /** Whether leaving the page would lose something. */
  isChanged: boolean;
}

/** A page with a long form, and its buttons in a bar that is always in view. */
export function EditorPage(props: EditorPageProps) {
  const { children, side, sideClassName, problem, submitButton, onCancel, isChanged } = props;
  return (
    <div className={classes.form}>
      <div className={classes.scroller}>
        <div className={classes.page}>
          {children}
          <div className={`${classes.side} ${sideClassName ?? ''}`}>{side}</div>
        </div>
      </div>
      <div className={classes.bar}>
        <FormAlert text={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {submitButton === null ? 'Back' : 'Cancel'}
          </Button>
          {submitButton}
        </Group>
      </div>
      <LeaveGuard isActive={isChanged} text="Your changes will be lost." />
    </div>
  );
}

/** Returns a listener that submits a form with Ctrl+Enter, unless an editor in it has done so. */
export function onCtrlEnter(submit: () => void) {
  return (event: KeyboardEvent) => {
    if (event.isDefaultPrevented() || event.key !== 'Enter') return;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    submit();
  };
}
