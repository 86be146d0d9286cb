import { Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type PolicyDraft, SIZE_UNITS } from '../policy-draft.js';
import { EXEMPTIONS } from '../policy-texts.js';

const DAYS = { min: 0.01, max: 36_500, decimalScale: 2 };

/** The fields for the limits of a policy. */
export function LimitFields({ form }: { form: UseFormReturnType<PolicyDraft> }) {
  return (
    <>
      <NumberInput
        label="Delete traces older than (days)"
        description="Leave empty to keep traces of any age."
        {...DAYS}
        {...form.getInputProps('maxDays')}
      />
      <NumberInput
        label="Newest traces to keep in each project"
        description="Leave empty to keep any number."
        min={1}
        max={2_000_000_000}
        allowDecimal={false}
        thousandSeparator=","
        {...form.getInputProps('maxCount')}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NumberInput
          flex={1}
          label="Largest size of each project"
          description="Deletes the oldest traces until the rest fits. Leave empty for any size."
          min={0.01}
          max={1_000_000}
          decimalScale={2}
          thousandSeparator=","
          {...form.getInputProps('maxSize')}
        />
        <NativeSelect
          w={76}
          aria-label="Unit of the largest size"
          data={SIZE_UNITS}
          {...form.getInputProps('sizeUnit')}
        />
      </Group>
      <NumberInput
        label="Remove texts after (days)"
        description="Removes inputs, outputs, messages and other long attributes, but keeps spans, figures and annotations. Leave empty to keep texts."
        {...DAYS}
        {...form.getInputProps('maxTextDays')}
      />
      <Checkbox.Group
        label="Never delete"
        description="Texts of these traces stay, too."
        value={form.values.keeps}
        onChange={(keeps) => form.setFieldValue('keeps', keeps)}
      >
        <Stack gap={6} mt={6}>
          {EXEMPTIONS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
