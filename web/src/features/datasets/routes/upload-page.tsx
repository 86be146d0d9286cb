import { Button, Loader, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { Lock, Upload } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useNamedDataset } from '../api/dataset-names.js';
import {
  type ChosenFile,
  readChosenFile,
  readSheet,
  removeExtension,
} from '../upload/chosen-file.js';
import { ColumnLanes } from '../upload/column-lanes.js';
import {
  type ColumnPlan,
  guessColumns,
  guessExampleId,
  buildPlanFields,
  keepColumns,
} from '../upload/column-plan.js';
import type { FilePreview } from '../upload/file-preview.js';
import { FirstExamples } from '../upload/first-examples.js';
import { planExamples } from '../upload/plan-examples.js';
import { UploadDone } from '../upload/upload-done.js';
import { UploadFile } from '../upload/upload-file.js';
import { UploadProgress } from '../upload/upload-progress.js';
import { UploadRefusal } from '../upload/upload-refusal.js';
import { type UploadDraft, UploadTarget } from '../upload/upload-target.js';
import { type UploadState, useUpload } from '../upload/use-upload.js';
import type { Sheet } from '../upload/workbook/read-workbook.js';
import classes from './upload-page.module.css';
import { Page, PageHeading } from '../../../components/layout/page.js';

const route = getRouteApi('/datasets/upload');
const EXAMPLES_SHOWN = 5;
const ALL_DATASETS = { label: 'Datasets', link: { to: '/datasets' } } as const;

/** Turns the rows of a file into examples. */
export function UploadPage() {
  useBreadcrumbs([ALL_DATASETS, { label: 'Upload' }]);
  const { into } = route.useSearch();
  const dataset = useNamedDataset(into);
  if (into !== undefined && dataset === undefined) return null;
  return (
    <ProjectOfPageProvider value={dataset?.project ?? null}>
      <UploadInto name={dataset?.name} />
    </ProjectOfPageProvider>
  );
}

function UploadInto({ name }: { name: string | undefined }) {
  const { can, isPending } = useViewer();
  if (isPending) return null;
  if (can.write) return <UploadForm key={name} into={name} />;
  return (
    <EmptyState isPage icon={Lock} title="Only members and administrators can upload examples">
      Ask an administrator to change your role.
    </EmptyState>
  );
}

function UploadForm({ into }: { into: string | undefined }) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [plan, setPlan] = useState<ColumnPlan>();
  const [isReading, setIsReading] = useState(false);
  const { state, send, stop, reset } = useUpload();
  const form = useForm<UploadDraft>({
    initialValues: {
      action: into === undefined ? 'create' : 'append',
      newName: '',
      existing: into ?? null,
      description: '',
    },
    onValuesChange: (values, before) => {
      if (state.step === 'refused') reset();
      if (values.action === before.action || !chosen?.preview) return;
      const exampleId = guessExampleId(chosen.preview, values.action === 'create');
      setPlan((plan) => plan && { ...plan, exampleId });
    },
  });
  const { action, newName, existing } = form.values;
  const isSending = state.step === 'sending';

  const show = (next: ChosenFile) => {
    const { preview } = next;
    reset();
    setChosen(next);
    setPlan((before) => preview && keepColumns(guessColumns(preview, action === 'create'), before));
  };
  const choose = async (file: File) => {
    setIsReading(true);
    show(await readChosenFile(file));
    setIsReading(false);
    form.setFieldValue('newName', (before) => before || removeExtension(file.name));
  };

  const name = action === 'create' ? newName.trim() : (existing ?? '');
  const preview = chosen?.preview;
  const isReady = preview && plan && name !== '' && buildPlanFields(plan).length > 0;
  const submit = form.onSubmit(({ description }) => {
    if (!chosen || !isReady || isSending) return;
    const upload = { file: chosen.content, format: preview.format, action, name };
    void send({ ...upload, description: description.trim(), fields: buildPlanFields(plan) });
  });

  if (state.step === 'done') {
    const restart = () => {
      reset();
      setChosen(undefined);
      setPlan(undefined);
    };
    return <UploadDone name={state.name} outcome={state.outcome} onAgain={restart} />;
  }
  return (
    <Page onSubmit={submit}>
      <div className={classes.scroller}>
        <PageHeading title="Upload examples">Each row of the file becomes an example.</PageHeading>
        <Part title="File">
          <FileFields
            chosen={chosen}
            isReading={isReading}
            isDisabled={isSending || isReading}
            onChoose={(file) => void choose(file)}
            onSheet={(sheet) => chosen && void readSheet(chosen, sheet).then(show)}
          />
        </Part>
        {preview && plan ? (
          <>
            <Part
              title="Columns"
              note="Drag each column to the part it belongs to, or select it to move it."
            >
              <ColumnLanes plan={plan} isDisabled={isSending} onChange={setPlan} />
            </Part>
            <Part title="First examples" note="As they will be stored.">
              <Examples preview={preview} plan={plan} />
            </Part>
            <Part title="Dataset">
              <UploadTarget form={form} isDisabled={isSending} />
            </Part>
          </>
        ) : null}
      </div>
      {chosen && preview && plan ? (
        <UploadFoot
          state={state}
          content={chosen.content}
          isReady={Boolean(isReady)}
          onAppend={() => form.setValues({ action: 'append', existing: name })}
          onStop={stop}
        />
      ) : null}
    </Page>
  );
}

interface FileFieldsProps {
  chosen: ChosenFile | undefined;
  isReading: boolean;
  isDisabled: boolean;
  onChoose: (file: File) => void;
  onSheet: (sheet: Sheet) => void;
}

function FileFields({ chosen, isReading, isDisabled, onChoose, onSheet }: FileFieldsProps) {
  return (
    <>
      <UploadFile
        file={chosen?.file}
        problem={chosen?.problem}
        isDisabled={isDisabled}
        onChoose={onChoose}
      />
      {isReading ? <Loader size="xs" aria-label="Reading the file" /> : null}
      {chosen && chosen.sheets.length > 1 ? (
        <Select
          label="Sheet"
          data={chosen.sheets.map(({ name: of }) => of)}
          value={chosen.sheet}
          allowDeselect={false}
          disabled={isDisabled}
          onChange={(wanted) => {
            const sheet = chosen.sheets.find(({ name: of }) => of === wanted);
            if (sheet) onSheet(sheet);
          }}
        />
      ) : null}
    </>
  );
}

interface UploadFootProps {
  state: UploadState;
  content: File;
  isReady: boolean;
  onAppend: () => void;
  onStop: () => void;
}

function UploadFoot({ state, content, isReady, onAppend, onStop }: UploadFootProps) {
  return (
    <div className={classes.foot}>
      {state.step === 'refused' ? (
        <UploadRefusal
          refusal={state.refusal}
          file={content}
          onAppend={state.isNameTaken ? onAppend : undefined}
        />
      ) : null}
      <div className={classes.send}>
        {state.step === 'sending' ? (
          <UploadProgress share={state.share} bytes={content.size} onStop={onStop} />
        ) : (
          <Button type="submit" leftSection={<Upload size={15} aria-hidden />} disabled={!isReady}>
            Upload
          </Button>
        )}
      </div>
    </div>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.title}>
        {title}
        {note === undefined ? null : <span className={classes.note}>{note}</span>}
      </h2>
      {children}
    </section>
  );
}

function Examples({ preview, plan }: { preview: FilePreview; plan: ColumnPlan }) {
  const examples = useMemo(() => planExamples(preview, plan, EXAMPLES_SHOWN), [preview, plan]);
  if (examples.length === 0) return <p className={classes.none}>The file has no rows.</p>;
  return (
    <FirstExamples
      examples={examples}
      hasIds={plan.exampleId !== null}
      hasSplits={plan.split !== null}
    />
  );
}
