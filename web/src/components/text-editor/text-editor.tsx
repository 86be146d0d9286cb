import { type CSSProperties, lazy, type ReactNode, Suspense, useId } from 'react';
import type { EditorLanguage } from './languages.js';
import classes from './text-editor.module.css';

/** The content of an editor, and its callbacks. */
export interface TextEditorProps {
  /** The label above the editor, also for screen readers. */
  label: string;
  /** Whether only screen readers get the label, because another element shows it. */
  isLabelHidden?: boolean;
  /** Help text below the label. */
  description?: string;
  language: EditorLanguage;
  /** The text as typed, which may not be valid. */
  value: string;
  onChange: (text: string) => void;
  /** An error message, shown below the text. */
  problem?: ReactNode;
  /** The minimum height in lines. */
  minLines?: number;
  /** The maximum height in lines before it scrolls. */
  maxLines?: number;
  isFocused?: boolean;
  isReadOnly?: boolean;
  /** A line with a mistake, from 1, which is marked. */
  faultyLine?: number | undefined;
}

const load = () => import('./editor-surface.js');

const LazySurface = lazy(() => load().then(({ EditorSurface }) => ({ default: EditorSurface })));

/** Loads the editor early, for example when the pointer is over a button that opens one. */
export function preloadTextEditor(): void {
  // If loading fails, rendering the editor tries again.
  load().catch(() => undefined);
}

/**
 * A text field with syntax colors and line numbers. `Ctrl/⌘ Enter` submits the form around it.
 * Loads the editor when the first one is rendered.
 */
export function TextEditor(props: TextEditorProps) {
  const { label, isLabelHidden, description, value, problem } = props;
  const { minLines = 4, maxLines = 18 } = props;
  const id = useId();
  const describedBy = [description ? `${id}-text` : '', problem ? `${id}-problem` : '']
    .filter((name) => name !== '')
    .join(' ');
  return (
    <div
      className={classes.field}
      style={{ '--min-lines': minLines, '--max-lines': maxLines } as CSSProperties}
      data-invalid={problem ? true : undefined}
    >
      <span className={classes.label} id={`${id}-label`} hidden={isLabelHidden}>
        {label}
      </span>
      {description ? (
        <span className={classes.description} id={`${id}-text`}>
          {description}
        </span>
      ) : null}
      <div className={classes.frame}>
        <Suspense fallback={<pre className={classes.waiting}>{value}</pre>}>
          <LazySurface {...props} labelledBy={`${id}-label`} describedBy={describedBy} />
        </Suspense>
      </div>
      {problem ? (
        <p role="alert" className={classes.problem} id={`${id}-problem`}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}
