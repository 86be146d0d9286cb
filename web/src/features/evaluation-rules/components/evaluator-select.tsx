import { Anchor, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import {
  type EvaluatorKind,
  getEvaluatorLabel,
  getKindLabel,
} from '../../../components/evaluators/evaluator-names.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { basePath } from '../../../lib/page/base-url.js';
import {
  type ChosenEvaluator,
  type EvaluatorChoice,
  useEvaluatorChoices,
} from '../api/rule-evaluators.js';
import classes from './evaluator-select.module.css';

interface EvaluatorSelectProps {
  value: string;
  /** The evaluator with this ID, once it is known. */
  chosen: ChosenEvaluator | undefined;
  error: string | undefined;
  onChange: (id: string) => void;
}

interface Choice {
  value: string;
  label: string;
  description: string | null;
  kind: EvaluatorKind;
}

const PAUSE_MS = 200;

/** Chooses an evaluator. People can create one in another tab, so it is read again on their return. */
export function EvaluatorSelect({ value, chosen, error, onChange }: EvaluatorSelectProps) {
  const [typed, setTyped] = useState('');
  const isChosenShown = chosen !== undefined && typed === toChoice(chosen).label;
  const [searched] = useDebouncedValue(isChosenShown ? '' : typed, PAUSE_MS);
  const { builtIn, stored, error: failure, reload } = useEvaluatorChoices(searched);
  useWindowEvent('focus', reload);
  const choices = [...(builtIn ?? []), ...(stored ?? [])].map(toChoice);
  // What is chosen may be beyond the choices that were read.
  if (chosen && !choices.some((choice) => choice.value === chosen.id)) {
    choices.push(toChoice(chosen));
  }
  const offered = choices.filter(
    (choice) => choice.value === value || isChosenShown || matches(choice, typed),
  );
  const byId = new Map(offered.map((choice) => [choice.value, choice]));
  const renderOption: SelectProps['renderOption'] = ({ option }) => (
    <span className={classes.option}>
      <span dir="auto">{option.label}</span>
      <small>{byId.get(option.value)?.description}</small>
    </span>
  );
  return (
    <div>
      <Select
        label="Evaluator"
        placeholder="Search by name"
        required
        searchable
        allowDeselect={false}
        maxDropdownHeight={360}
        nothingFoundMessage="No evaluator has this name."
        data={group(offered)}
        filter={({ options }) => options}
        renderOption={renderOption}
        value={value === '' ? null : value}
        error={error ?? (failure && describeError(failure).detail)}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => (id === null ? undefined : onChange(id))}
      />
      <p className={classes.note}>
        {chosen?.description ? <span dir="auto">{chosen.description} </span> : null}
        <Anchor
          href={`${basePath}/evaluators/new`}
          target="_blank"
          rel="noreferrer"
          inherit
          className={classes.link}
        >
          New evaluator
          <ExternalLink size={12} aria-label="(opens in a new tab)" role="img" />
        </Anchor>
      </p>
    </div>
  );
}

function toChoice({ id, name, kind, description }: EvaluatorChoice): Choice {
  return { value: id, label: getEvaluatorLabel({ kind, name }), description, kind };
}

function matches({ label, description }: Choice, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  return `${label} ${description ?? ''}`.toLowerCase().includes(text);
}

function group(choices: readonly Choice[]) {
  return (['BUILTIN', 'LLM', 'CODE'] as const).map((kind) => ({
    group: getKindLabel(kind),
    items: choices
      .filter((choice) => choice.kind === kind)
      .map(({ value, label }) => ({ value, label })),
  }));
}
