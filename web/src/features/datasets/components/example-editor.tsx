import { Button, Kbd, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LeaveGuard } from '../../../components/dialogs/leave-guard.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { Notice } from '../../../components/feedback/notice.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { isMac } from '../../../lib/browser/mac.js';
import { hasRoundedNumber } from '../rounded-number.js';
import { PatchExamplesMutation, getNewestVersion } from '../api/example-mutations.js';
import {
  createDraft,
  findChangedParts,
  findDraftProblems,
  PARTS,
  type Payload,
  readDraft,
} from '../payload-draft.js';
import { useDataset } from './dataset-context.js';
import classes from './example-editor.module.css';
import { PayloadFields } from './payload-fields.js';

interface ExampleEditorProps {
  exampleId: string;
  payload: Payload;
  onClose: () => void;
  onSaved: (newestVersion: string | undefined) => void;
}

/** Edits the content of an example. Saves it as a new version, with a note. */
export function ExampleEditor(props: ExampleEditorProps) {
  const { payload, onClose } = props;
  if (PARTS.some((part) => hasRoundedNumber(payload[part]))) {
    return (
      <div className={classes.refusal}>
        <Notice tone="warning">
          This example contains numbers with more than 15 digits, which this browser cannot read
          exactly. Edit it in a newer browser or from code.
        </Notice>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
      </div>
    );
  }
  return <EditorForm {...props} />;
}

function EditorForm({ exampleId, payload, onClose, onSaved }: ExampleEditorProps) {
  const { id: datasetId } = useDataset();
  // The editor keeps the content it started with, even if the list is reloaded.
  const [before] = useState(payload);
  const [initialValues] = useState(() => ({ ...createDraft(payload), note: '' }));
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({
    initialValues,
    validate: findDraftProblems,
    onValuesChange: () => setRefusal(undefined),
  });
  const [patchExamples] = useGraphqlMutation(PatchExamplesMutation, { exact: true });
  const isChanged = PARTS.some((part) => form.isDirty(part));

  const submit = form.onSubmit(async ({ note, ...draft }) => {
    const { values } = readDraft(draft);
    if (!values) return;
    const changes = findChangedParts(before, values);
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    const { data, error } = await patchExamples({
      input: {
        datasetId,
        patches: [{ exampleId, ...changes }],
        versionDescription: note.trim() || null,
      },
    });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: 'Saved as a new version' });
    onSaved(getNewestVersion(data.patchDatasetExamples.dataset));
    onClose();
  });

  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.scroller}>
        <PayloadFields
          draft={form.values}
          problems={form.errors}
          maxLines={24}
          onChange={form.setFieldValue}
        />
      </div>
      <div className={classes.foot}>
        <FormAlert text={refusal} />
        {Object.keys(form.errors).length > 0 ? (
          <FormAlert text="Fix the JSON errors above before you save." />
        ) : null}
        <div className={classes.line}>
          <TextInput
            className={classes.note}
            aria-label="Version note"
            placeholder="What you changed, and why"
            autoComplete="off"
            {...form.getInputProps('note')}
          />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={form.submitting}
            disabled={!isChanged}
            rightSection={
              <Kbd size="xs" className={classes.keys}>
                {isMac ? '⌘↵' : 'Ctrl ↵'}
              </Kbd>
            }
          >
            Save version
          </Button>
        </div>
      </div>
      <LeaveGuard
        isActive={isChanged && !form.submitting}
        text="Your changes to this example will be lost."
        survivesSearch
      />
    </form>
  );
}
