import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { ChevronRight, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Fragment, useId, useRef, useState } from 'react';
import { ANNOTATOR_KINDS } from '../../../components/annotations/annotation-value.js';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { JsonView } from '../../../components/text/json-view.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatExact } from '../../../lib/format/numbers.js';
import type { Json } from '../../../lib/json/exact-json.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useJudgmentWrites } from '../judge/judgment-cache.js';
import type { Judgment } from '../judge/judgments.js';
import { useShownPart } from '../judge/use-shown-part.js';
import { useValues } from '../judge/use-judgments.js';
import type { Target } from '../judge/write-judgment.js';
import classes from './annotation-table.module.css';

const { Dialog: EditDialog } = createLazyDialog(
  () => import('./edit-annotation.js').then((module) => module.EditAnnotation),
  ({ annotation }) => annotation !== undefined,
);

interface AnnotationTableProps {
  target: Target;
  title: string;
}

/** All annotations of a target, with who gave them. Authors and administrators can change them. */
export function AnnotationTable({ target, title }: AnnotationTableProps) {
  const { can } = useViewer();
  const { annotations, isLoaded, error, reload, mayChange } = useValues(target);
  const writes = useJudgmentWrites();
  const [edited, setEdited] = useState<Judgment>();
  const [deleted, setDeleted] = useState<Judgment>();
  const { shown, more } = useShownPart(annotations);
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  const returnFocus = () =>
    // Once the dialog has given up the focus. The menu item that opened it is gone.
    setTimeout(() => (opener.current?.isConnected ? opener : section).current?.focus());
  return (
    <section ref={section} tabIndex={-1} className={classes.section} aria-labelledby={heading}>
      <h4 id={heading}>
        {title}
        {annotations.length > 0 ? <span className="numeric">{annotations.length}</span> : null}
      </h4>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !isLoaded ? (
        <Skeleton height={64} radius="sm" />
      ) : annotations.length === 0 ? (
        <p className={classes.nothing}>
          No annotations yet. {can.write ? 'Press e to add some.' : ''}
        </p>
      ) : (
        <table className={classes.table} aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Label</th>
              <th scope="col" className={classes.number}>
                Score
              </th>
              <th scope="col" className={classes.text}>
                Explanation
              </th>
              <th scope="col">Author</th>
              <th scope="col">Changed</th>
              <th scope="col">
                <span className={classes.hidden}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((annotation) => (
              <Row
                key={annotation.id}
                annotation={annotation}
                mayChange={mayChange(annotation)}
                onOpenMenu={(button) => {
                  opener.current = button;
                }}
                onEdit={() => setEdited(annotation)}
                onDelete={() => setDeleted(annotation)}
              />
            ))}
          </tbody>
        </table>
      )}
      {more}
      <EditDialog
        annotation={edited}
        onClose={() => {
          setEdited(undefined);
          returnFocus();
        }}
        onSave={(annotation, value) => writes.change(target, annotation, value)}
      />
      <ConfirmDialog
        confirmation={
          deleted && {
            title: `Delete the annotation ${deleted.name}?`,
            text: `The ${target.kind} keeps its other annotations. This cannot be undone.`,
            label: 'Delete annotation',
            run: () =>
              writes.remove(target, deleted).then(
                () => undefined,
                (refusal: unknown) => describeError(refusal).detail,
              ),
          }
        }
        onClose={() => {
          setDeleted(undefined);
          returnFocus();
        }}
      />
    </section>
  );
}

interface RowProps {
  annotation: Judgment;
  mayChange: boolean;
  onOpenMenu: (button: HTMLElement | null) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Row({ annotation, mayChange, onOpenMenu, onEdit, onDelete }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { name, label, score, explanation, annotatorKind, source, user, updatedAt } = annotation;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Fragment>
      <tr>
        <th scope="row" dir="auto">
          {name}
        </th>
        <td dir="auto" data-name="Label">
          {label ?? '–'}
        </td>
        <td className={classes.number} data-name="Score" title={String(score ?? '')}>
          {score === null ? '–' : formatExact(score)}
        </td>
        <td
          dir="auto"
          className={classes.text}
          data-name="Explanation"
          data-empty={explanation === null || undefined}
        >
          {explanation ?? '–'}
        </td>
        <td data-name="Author">
          {user?.username ?? (pageConfig.authenticationEnabled ? 'Unknown' : null)}
          <small>
            {ANNOTATOR_KINDS[annotatorKind]} · {source === 'APP' ? 'web app' : 'API'}
          </small>
        </td>
        <td data-name="Changed">
          <RelativeTime time={updatedAt} />
        </td>
        <td className={classes.actions}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Details of ${name}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight size={14} aria-hidden />
          </ActionIcon>
          <Menu position="bottom-end" onOpen={() => onOpenMenu(button.current)}>
            <Menu.Target>
              <ActionIcon
                ref={button}
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Actions for ${name}`}
              >
                <Ellipsis size={14} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <CopyItem what="JSON" text={JSON.stringify(annotation, null, 2)} />
              <CopyItem what="ID" text={annotation.id} />
              {mayChange ? (
                <>
                  <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={onEdit}>
                    Edit
                  </Menu.Item>
                  <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={onDelete}>
                    Delete
                  </Menu.Item>
                </>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        </td>
      </tr>
      {isOpen ? (
        <tr className={classes.details}>
          <td colSpan={7}>
            <Details annotation={annotation} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

function Details({ annotation }: { annotation: Judgment }) {
  const { id, identifier, createdAt, updatedAt, metadata } = annotation;
  const isBare = Object.keys(metadata as object).length === 0;
  return (
    <>
      <FactList
        facts={[
          { label: 'Identifier', value: identifier || 'None' },
          { label: 'Created', value: formatAbsolute(createdAt) },
          { label: 'Changed', value: formatAbsolute(updatedAt) },
          { label: 'ID', value: <code>{id}</code> },
          ...(isBare ? [{ label: 'Metadata', value: 'None' }] : []),
        ]}
      />
      {isBare ? null : (
        <div className={classes.metadata}>
          <span className={classes.label}>Metadata</span>
          <JsonView value={metadata as Json} maxLines={20} />
        </div>
      )}
    </>
  );
}
