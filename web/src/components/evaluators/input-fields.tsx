import { Autocomplete, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { JsonEditor } from '../json-editor/json-editor.js';
import { createInput, type InputDraft, type InputDrafts } from './input-mapping.js';
import type { InputSpec } from './input-specs.js';
import classes from './input-fields.module.css';

interface InputFieldsProps {
  specs: readonly InputSpec[];
  drafts: InputDrafts;
  /** The paths to suggest. */
  paths: readonly string[];
  onChange: (drafts: InputDrafts) => void;
}

/** A field for each input of an evaluator: a path, a fixed value or a switch. */
export function InputFields({ specs, drafts, paths, onChange }: InputFieldsProps) {
  return (
    <div className={classes.inputs}>
      {specs.map((spec) => {
        const draft = drafts[spec.name] ?? createInput(spec);
        const change = (part: Partial<InputDraft>) =>
          onChange({ ...drafts, [spec.name]: { ...draft, ...part } });
        return draft.source === 'switch' ? (
          <Switch
            key={spec.name}
            label={<code className={classes.name}>{spec.name}</code>}
            description={spec.description}
            checked={draft.isOn}
            onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
          />
        ) : (
          <InputField key={spec.name} spec={spec} draft={draft} paths={paths} onChange={change} />
        );
      })}
    </div>
  );
}

interface InputFieldProps {
  spec: InputSpec;
  draft: InputDraft;
  paths: readonly string[];
  onChange: (part: Partial<InputDraft>) => void;
}

const SOURCES = {
  path: 'Path',
  text: 'Fixed text',
  json: 'Fixed JSON',
} as const;

function InputField({ spec, draft, paths, onChange }: InputFieldProps) {
  const { name } = spec;
  return (
    <div className={classes.input}>
      <div className={classes.head}>
        <code className={classes.name} title={name}>
          {name}
        </code>
        <SegmentedControl
          className={classes.source}
          aria-label={`Source of ${name}`}
          data={listSources(spec, draft).map((value) => ({ value, label: SOURCES[value] }))}
          value={draft.source}
          onChange={(source) => onChange({ source })}
        />
      </div>
      {spec.description ? <p className={classes.note}>{spec.description}</p> : null}
      <InputValue spec={spec} draft={draft} paths={paths} onChange={onChange} />
    </div>
  );
}

/** A source that a stored mapping has can be chosen, even if the input is of another kind. */
function listSources({ kind }: InputSpec, { source }: InputDraft): (keyof typeof SOURCES)[] {
  const offers = { path: true, text: kind !== 'json', json: kind === 'json' || kind === 'any' };
  return (['path', 'text', 'json'] as const).filter((one) => offers[one] || one === source);
}

function InputValue({ spec, draft, paths, onChange }: InputFieldProps) {
  const { name, isRequired, members } = spec;
  if (draft.source === 'json') {
    return (
      <JsonEditor
        label={`Value of ${name}`}
        isLabelHidden
        minLines={2}
        maxLines={10}
        value={draft.json}
        onChange={(json) => onChange({ json })}
      />
    );
  }
  if (draft.source === 'text') {
    return (
      <Textarea
        aria-label={`Value of ${name}`}
        autosize
        minRows={1}
        maxRows={10}
        dir="auto"
        value={draft.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
    );
  }
  const hasDefault = members.includes(name);
  return (
    <Autocomplete
      aria-label={`Path of ${name}`}
      placeholder={hasDefault ? name : isRequired ? 'output.answer' : 'Nothing'}
      spellCheck={false}
      autoComplete="off"
      maxDropdownHeight={260}
      classNames={{ input: classes.path ?? '' }}
      data={[...paths]}
      value={draft.path}
      onChange={(path) => onChange({ path })}
    />
  );
}
