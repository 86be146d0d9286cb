import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  note?: string | undefined;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A field of a form with few choices, which are all visible. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, note, value, choices, onChange } = props;
  const id = useId();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} description={note}>
      <SegmentedControl
        fullWidth
        mt={4}
        aria-labelledby={id}
        value={value}
        onChange={onChange}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      />
    </Input.Wrapper>
  );
}
