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
import { ColumnLanes } from '../upload/column-lanes.js';
import {
  type ColumnPlan,
  guessColumns,
  guessExampleId,
  buildPlanFields,
} from '../upload/column-plan.js';
import { type FilePreview, MAX_FILE_BYTES, readFilePreview } from '../upload/file-preview.js';
import { FirstExamples } from '../upload/first-examples.js';
import { planExamples } from '../upload/plan-examples.js';
import { UploadDone } from '../upload/upload-done.js';
import { UploadFile } from '../upload/upload-file.js';
import { UploadProgress } from '../upload/upload-progress.js';
import { UploadRefusal } from '../upload/upload-refusal.js';
import { type UploadDraft, UploadTarget } from '../upload/upload-target.js';
import { useUpload } from '../upload/use-upload.js';
import { isWorkbook, openWorkbook } from '../upload/workbook/open-workbook.js';
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

/** A file that has been read. */
interface ChosenFile {
  /** What was chosen. */
  file: File;
  /** What is sent: the same, or the sheet of a workbook as CSV. */
  content: File;
  /** The sheets of a workbook that have rows. */
  sheets: readonly Sheet[];
  /** The name of the sheet that is sent. */
  sheet: string | null;
  preview: FilePreview | undefined;
  problem: string | undefined;
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

  const choose = async (file: File) => {
    setIsReading(true);
    const { sheets, problem } = await readSheets(file);
    const [first] = sheets;
    if (first) await show(file, sheets, first);
    else await show(file, [], null, problem);
    setIsReading(false);
    form.setFieldValue('newName', (before) => before || removeExtension(file.name));
  };
  /** Reads a file, or one sheet of a workbook, and shows how it begins. */
  const show = async (
    file: File,
    sheets: readonly Sheet[],
    sheet: Sheet | null,
    refusal?: string,
  ) => {
    const text = sheet?.text;
    const content = text && 'csv' in text ? toCsvFile(file.name, text.csv) : file;
    const known = refusal ?? (text && 'problem' in text ? text.problem : undefined);
    const reading = known === undefined ? await readFilePreview(content) : { problem: known };
    const preview = 'preview' in reading ? reading.preview : undefined;
    const problem = 'problem' in reading ? reading.problem : undefined;
    reset();
    setChosen({ file, content, sheets, sheet: sheet?.name ?? null, preview, problem });
    setPlan((before) => preview && planFor(preview, before, action === 'create'));
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
          <UploadFile
            file={chosen?.file}
            problem={chosen?.problem}
            isDisabled={isSending || isReading}
            onChoose={(file) => void choose(file)}
          />
          {isReading ? <Loader size="xs" aria-label="Reading the file" /> : null}
          {chosen && chosen.sheets.length > 1 ? (
            <Select
              label="Sheet"
              data={chosen.sheets.map(({ name: of }) => of)}
              value={chosen.sheet}
              allowDeselect={false}
              disabled={isSending || isReading}
              onChange={(wanted) => {
                const sheet = chosen.sheets.find(({ name: of }) => of === wanted);
                if (sheet) void show(chosen.file, chosen.sheets, sheet);
              }}
            />
          ) : null}
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
      {preview && plan ? (
        <div className={classes.foot}>
          {state.step === 'refused' ? (
            <UploadRefusal
              refusal={state.refusal}
              file={chosen.content}
              onAppend={
                state.isNameTaken
                  ? () => form.setValues({ action: 'append', existing: name })
                  : undefined
              }
            />
          ) : null}
          <div className={classes.send}>
            {isSending ? (
              <UploadProgress share={state.share} bytes={chosen.content.size} onStop={stop} />
            ) : (
              <Button
                type="submit"
                leftSection={<Upload size={15} aria-hidden />}
                disabled={!isReady}
              >
                Upload
              </Button>
            )}
          </div>
        </div>
      ) : null}
    </Page>
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

/**
 * Keeps the column layout if the next file has the same columns, because it may be a corrected
 * version.
 */
function planFor(preview: FilePreview, before: ColumnPlan | undefined, isNew: boolean): ColumnPlan {
  const guessed = guessColumns(preview, isNew);
  const listNames = (plan: ColumnPlan) => JSON.stringify(plan.columns.map(({ name }) => name));
  if (!before || listNames(before) !== listNames(guessed)) return guessed;
  const columns = guessed.columns.map((column, at) => ({
    ...column,
    bucket: before.columns[at]!.bucket,
    isFlattened: column.canFlatten && before.columns[at]!.isFlattened,
  }));
  return { ...before, columns };
}

/** Lists the sheets of a workbook that have rows; none for other files. */
async function readSheets(file: File): Promise<{ sheets: readonly Sheet[]; problem?: string }> {
  if (!isWorkbook(file)) return { sheets: [] };
  if (file.size > MAX_FILE_BYTES) {
    return {
      sheets: [],
      problem: 'The file is larger than 100 MB. Save the sheet as CSV, and split it.',
    };
  }
  const reading = await openWorkbook(file);
  return 'sheets' in reading ? reading : { sheets: [], problem: reading.problem };
}

function toCsvFile(name: string, csv: string): File {
  return new File([csv], `${removeExtension(name)}.csv`, { type: 'text/csv' });
}

function removeExtension(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,6}$/i, '');
}
