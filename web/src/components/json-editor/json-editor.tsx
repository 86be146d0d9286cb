import { type CSSProperties, lazy, Suspense, useId } from 'react';
import classes from './json-editor.module.css';

/** What an editor shows and tells. */
export interface JsonEditorProps {
  /** Stands above the editor and names it for screen readers. */
  label: string;
  /** What is to be written here, below the label. */
  description?: string;
  /** The text as it was typed; need not be JSON. */
  value: string;
  onChange: (text: string) => void;
  /** Why the text cannot be taken; shown below it. */
  problem?: string | undefined;
  /** Lines there is room for while the text has fewer. */
  minLines?: number;
  /** Lines shown before it scrolls. */
  maxLines?: number;
  isReadOnly?: boolean;
  isFocused?: boolean;
  /** `Ctrl/⌘ Enter` inside the editor. */
  onSubmit?: () => void;
}

const load = () => import('./editor-surface.js');

const LazySurface = lazy(() => load().then(({ EditorSurface }) => ({ default: EditorSurface })));

/** Fetches the editor before it is needed, such as when a button that opens one is pointed at. */
export function preloadJsonEditor(): void {
  // What fails here is asked for again when drawn.
  load().catch(() => undefined);
}

/** A field for JSON with colours and line numbers. The editor itself is loaded when the first is drawn. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, description, value, problem, minLines = 4, maxLines = 18 } = props;
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
      <span className={classes.label} id={`${id}-label`}>
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
