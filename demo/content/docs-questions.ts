/** Questions on a home-automation guide, with the passages that answer them. */
export const DOCS_QUESTIONS = [
  {
    question: 'How do I make a lamp come on at sunset, but only when somebody is at home?',
    answer:
      'Use the **sun** trigger with a presence condition: trigger on `sunset` with an offset of `-00:15:00` [1], add a condition of type *state* on the group `people_home` being `on` [2], and call `light.turn_on` for the lamp [1].\n\n```yaml\ntrigger:\n  - platform: sun\n    event: sunset\n    offset: "-00:15:00"\ncondition:\n  - condition: state\n    entity_id: group.people_home\n    state: "on"\naction:\n  - service: light.turn_on\n    target: { entity_id: light.hall }\n```',
    passages: [
      'Lights can be grouped by room. A group turns on when any of its members does, and its brightness is the mean of all members that are on.',
      'A schedule runs at fixed times of the day. For times that move with the seasons use the sun trigger instead.',
      'Presence: the group people_home is on while at least one tracked phone is in the home zone. Leaving is reported after three minutes, so that a lost signal does not count.',
      'The sun trigger fires at sunrise or sunset. An offset such as -00:15:00 moves it a quarter of an hour earlier. Typical action: light.turn_on.',
    ],
  },
  {
    question: 'Why does my door sensor report "unavailable" every night?',
    answer:
      'Battery sensors that sleep are marked *unavailable* when they have not reported within `expire_after` [1]. The default is two hours, while your model reports only every six hours at night [2]. Set `expire_after: 28800` for it.',
    passages: [
      'Zigbee coordinators should stand away from USB 3 ports and Wi-Fi access points; a cable of half a metre solves most losses.',
      'The door sensor DS-2 reports every 30 minutes during the day. Between 23:00 and 6:00 it saves power and reports every six hours unless the door moves.',
      'expire_after: seconds after which an entity without a report becomes unavailable. Default 7200. Set it above the longest interval of the device.',
    ],
  },
  {
    question: 'Can automations be tested without waiting for the real trigger?',
    answer:
      'Yes. Every automation has **Run actions** in its menu, which skips triggers and conditions [1]. To test the conditions as well, open *Trace* after a real run, change a value and press **Replay** [2].',
    passages: [
      'Automations are kept in automations.yaml. The editor writes the same file, comments are lost when it saves.',
      'Traces: the last five runs of an automation are kept. Replay evaluates the conditions again with values that you may change, without calling services.',
      'Run actions calls the actions of an automation at once. Triggers and conditions are not looked at, and variables of the trigger are empty.',
    ],
  },
  {
    question: 'Where are backups stored and how do I restore one on a new machine?',
    answer:
      'Backups are `.tar` archives in `/backup` [1]. On the new machine choose **Restore from backup** on the first screen, upload the archive and enter the encryption key from the *Emergency kit* [2]. The restore takes ten to twenty minutes.',
    passages: [
      'Updates make a partial backup first. It holds the settings of the updated component only.',
      'A new installation offers "Restore from backup" before the first account is made. Without the key from the emergency kit an encrypted archive cannot be read.',
      'Archives are written to /backup as .tar files and can be copied to a network share every night under Settings > System > Backups.',
    ],
  },
] as const;
