import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatMinute } from '../../../lib/time/time.js';
import {
  listTimeZones,
  chooseTimeZone,
  getSystemTimeZone,
  getTimeZone,
  formatTimeZone,
} from '../../../lib/time/time-zone.js';
import { ProfileSection } from '../components/profile-section.js';
import classes from './preferences-page.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

const SYSTEM = 'system';

/** Display settings for this browser. */
export function PreferencesPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <ProfileSection isPage title="Preferences" intro="Saved in this browser only.">
        <h2 className={classes.label}>Theme</h2>
        <SegmentedControl
          aria-label="Theme"
          data={[...SCHEMES]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </ProfileSection>
      <TimeZone />
    </>
  );
}

function TimeZone() {
  const [zone, setZone] = useState(getTimeZone);
  const [opened] = useState(() => new Date());
  const choices = useMemo(
    () => [
      { value: SYSTEM, label: `System (${formatTimeZone(getSystemTimeZone())})` },
      ...listTimeZones().map((name) => ({ value: name, label: formatTimeZone(name) })),
    ],
    [],
  );
  const choose = (value: string | null) => {
    const next = value === null || value === SYSTEM ? undefined : value;
    chooseTimeZone(next);
    setZone(next);
  };
  return (
    <ProfileSection
      title="Time zone"
      intro="Spandrel uses this time zone to display times and to interpret the ones you enter."
    >
      <Select
        aria-label="Time zone"
        description={`You opened this page at ${formatMinute(opened)}.`}
        inputWrapperOrder={['input', 'description']}
        searchable
        // Typing replaces the selected zone instead of adding to it.
        onFocus={(event) => event.currentTarget.select()}
        maxDropdownHeight={320}
        limit={500}
        allowDeselect={false}
        nothingFoundMessage="No matching time zone"
        className={classes.zone}
        data={choices}
        value={zone ?? SYSTEM}
        onChange={choose}
      />
    </ProfileSection>
  );
}
