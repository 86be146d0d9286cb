export interface ResearchTask {
  field: string;
  question: string;
  steps: { thought: string; tool: string; arguments: Record<string, string>; result: string }[];
  answer: string;
}

/** Questions with the tool calls that lead to their answers. The figures are invented. */
export const RESEARCH_TASKS: ResearchTask[] = [
  {
    field: 'energy',
    question:
      'How much did heat pumps save an average household in Denmark last year, compared with gas?',
    steps: [
      {
        thought:
          'First I need last year’s consumption of an average Danish household with a heat pump.',
        tool: 'web_search',
        arguments: {
          query: 'average household heat pump consumption Denmark kWh',
          freshness: 'year',
        },
        result:
          '1. Energy agency yearbook: an average single-family house with an air-to-water pump used 5,120 kWh.\n2. Consumer council: typical range 4,400 to 6,300 kWh.\n3. Forum thread: my 1972 house needs 6,900 kWh.',
      },
      {
        thought: 'Now the same for gas, and both prices. The yearbook should hold a table.',
        tool: 'fetch_page',
        arguments: { url: 'https://stats.example.org/tables/energy.csv' },
        result:
          '| carrier | use a year | price |\n|---|---|---|\n| electricity (heat pump tariff) | 5,120 kWh | EUR 0.21 |\n| natural gas | 1,640 m³ | EUR 1.32 |',
      },
      {
        thought: 'Two products and a difference.',
        tool: 'calculate',
        arguments: { expression: '1640 * 1.32 - 5120 * 0.21' },
        result: '1089.6',
      },
    ],
    answer:
      'An average Danish single-family house saved about **€ 1,090** last year.\n\n| | use | price | cost |\n|---|---|---|---|\n| gas boiler | 1,640 m³ | € 1.32 | € 2,165 |\n| heat pump | 5,120 kWh | € 0.21 | € 1,075 |\n\nThe figures come from the energy agency’s yearbook. Maintenance and the price of the pump itself are not included.',
  },
  {
    field: 'transport',
    question:
      'Which night trains between Vienna and Paris run this winter, and how long do they take?',
    steps: [
      {
        thought: 'I will look for this winter’s timetable.',
        tool: 'web_search',
        arguments: { query: 'night train Vienna Paris winter timetable', freshness: 'month' },
        result:
          '1. Operator page: NJ 468 Wien Hbf 19:18 to Paris Est 09:42, Mon, Wed, Fri.\n2. Rail news: a fourth weekly connection from February.',
      },
      {
        thought: 'The fourth connection should be confirmed by the operator.',
        tool: 'fetch_page',
        arguments: { url: 'https://trains.example.com/news/2026-fourth-connection' },
        result: 'From 6 February the Nightjet also leaves Vienna on Sundays at 19:18.',
      },
    ],
    answer:
      'One night train connects the two cities directly: **NJ 468**, Vienna 19:18 to Paris Est 09:42, which is **14 h 24 min**.\n\n- until 5 February: Monday, Wednesday, Friday\n- from 6 February: also Sunday\n\nSources: the operator’s timetable and its news page.',
  },
  {
    field: 'health',
    question: 'Is there good evidence that a short walk after meals lowers blood sugar?',
    steps: [
      {
        thought: 'A recent meta-analysis would answer this best.',
        tool: 'web_search',
        arguments: {
          query: 'meta-analysis light walking after meal postprandial glucose',
          freshness: 'year',
        },
        result:
          '1. Review of 7 trials: light walking of 2 to 5 minutes lowered the peak by 9.5 % on average.\n2. Trial with 41 people: standing alone lowered it by 4 %.',
      },
    ],
    answer:
      'Yes. A review of seven trials found that **two to five minutes of light walking** within an hour after a meal lowered the peak of blood sugar by about **9.5 %** on average; standing still helped less (about 4 %).\n\nThe trials were small and mostly with healthy adults, so this is moderate evidence.',
  },
  {
    field: 'software',
    question: 'Did PostgreSQL 18 really make sequential scans faster, and by how much?',
    steps: [
      {
        thought: 'The release notes first.',
        tool: 'web_search',
        arguments: { query: 'PostgreSQL 18 asynchronous I/O sequential scan benchmark' },
        result:
          '1. Release notes: a new asynchronous I/O subsystem with io_method worker or io_uring.\n2. Blog: cold scans two to three times faster on cloud disks.',
      },
      {
        thought: 'I should look at how that was measured.',
        tool: 'fetch_page',
        arguments: { url: 'https://blog.example.net/pg18-aio' },
        result:
          'Cold cache, 30 GB table, network disk: 15.8 s sync, 6.9 s worker, 5.7 s io_uring. Warm cache: no difference.',
      },
      {
        thought: 'The ratio.',
        tool: 'calculate',
        arguments: { expression: '15.8 / 5.7' },
        result: '2.77',
      },
    ],
    answer:
      'Yes, for **cold** scans: in one published measurement a 30 GB table on a network disk was read **2.8 times** faster (15.8 s to 5.7 s with `io_method = io_uring`). With a warm cache there was no difference, because nothing waits for the disk.',
  },
];
