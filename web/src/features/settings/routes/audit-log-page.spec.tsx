import { screen, within } from '@testing-library/react/pure';
import { aConnection, type Answer, answer } from '../../../testing/answers.js';
import { button, choice, field, item, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import { AuditEventsQuery, type AuditRow } from '../api/audit-events.js';
import { UserChoicesQuery, UserNameQuery } from '../api/users.js';

function anEvent(part: Partial<AuditRow> = {}): AuditRow {
  return {
    id: 'event-1',
    occurredAt: '2026-02-03T04:05:06Z',
    action: 'user.role_changed',
    outcome: 'success',
    actorName: 'ada',
    actor: { id: 'user-1', username: 'ada' },
    credential: 'session',
    subjectType: 'user',
    subjectId: 'user-2',
    subjectName: 'grace',
    address: '192.0.2.7',
    userAgent: null,
    requestId: 'request-1',
    details: { role: 'MEMBER' },
    ...part,
  };
}

const FAILED = anEvent({
  id: 'event-2',
  action: 'login.failed',
  outcome: 'failure',
  actorName: null,
  actor: null,
  subjectName: null,
  subjectId: null,
  details: {},
});

const listed = (...events: AuditRow[]) =>
  answer(AuditEventsQuery, { auditEvents: aConnection(events) });
const open = (search: string, ...answers: Answer[]) =>
  renderPage(`/settings/audit-log${search}`, answers, { as: 'ADMIN' });
const panel = () => within(screen.getByRole('region', { name: 'Event' }));

describe('the audit log', () => {
  it('shows who did what', async () => {
    await open('', listed(anEvent(), FAILED));
    row(/ ada Changed a role grace Done 192\.0\.2\.7$/);
    row(/ unknown Failed to sign in – Refused 192\.0\.2\.7$/);
    screen.getByText('2 entries');
  });

  it('is filtered by action, outcome and text', async () => {
    const page = await open('?timeRangeKey=all', listed(anEvent()));
    await page.user.selectOptions(choice('Action'), 'user.role_changed');
    await page.user.click(screen.getByRole('radio', { name: 'Refused' }));
    await page.fill(field('Search names, subjects and addresses'), 'grace');
    expect(page.sent(AuditEventsQuery)).toHaveLength(3);
    page.answer(listed());
    await page.user.keyboard('{Enter}');
    expect(page.sent(AuditEventsQuery).at(-1)).toEqual({
      first: 50,
      after: null,
      filter: {
        action: 'user.role_changed',
        actorId: null,
        outcome: 'failure',
        search: 'grace',
      },
    });
    for (const part of ['action=user.role_changed', 'outcome=failure', 'q=grace']) {
      expect(page.address()).toContain(part);
    }
    screen.getByText('No events match the filters');
    page.answer(listed(anEvent()));
    await page.user.click(button('Clear filters'));
    row(/Changed a role/);
    expect(page.address()).toBe('/settings/audit-log?timeRangeKey=all');
  });

  it('is filtered by user', async () => {
    const page = await open(
      '',
      listed(anEvent()),
      answer(UserChoicesQuery, {
        users: {
          edges: [{ node: { id: 'user-2', username: 'grace', email: 'grace@example.com' } }],
        },
      }),
      answer(UserNameQuery, { node: { __typename: 'User', id: 'user-2', username: 'grace' } }),
    );
    await page.user.click(button('User: All users'));
    await page.user.click(button('grace grace@example.com'));
    button('User: grace');
    expect(page.address()).toBe('/settings/audit-log?actor=user-2');
    expect(page.sent(AuditEventsQuery).at(-1)?.filter?.actorId).toBe('user-2');
  });

  it('opens a panel with everything about an event, and goes on to the others', async () => {
    const page = await open(
      '',
      listed(anEvent(), FAILED),
      answer(UserNameQuery, { node: { __typename: 'User', id: 'user-1', username: 'ada' } }),
    );
    await page.user.click(within(row(/Changed a role/)).getByRole('link'));
    expect(page.address()).toBe('/settings/audit-log?event=event-1');
    for (const text of ['user.role_changed', 'session', 'user grace', 'request-1']) {
      panel().getByText(text);
    }
    panel().getByText(/"role": "MEMBER"/);
    await page.user.keyboard('j');
    panel().getByText('login.failed');
    await page.user.keyboard('k');
    await page.user.click(button('Show other actions by ada'));
    expect(page.address()).toBe('/settings/audit-log?actor=user-1');
    expect(screen.queryByRole('region', { name: 'Event' })).toBeNull();
  });

  it('closes the panel with Escape', async () => {
    const page = await open('?event=event-1', listed(anEvent()));
    panel();
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Event' })).toBeNull();
    expect(page.address()).toBe('/settings/audit-log');
  });

  it('is exported with the filters of the page', async () => {
    const page = await open('?action=login.failed&timeRangeKey=all', listed(FAILED));
    await page.user.click(button('Export'));
    for (const [name, format] of [
      ['CSV', 'csv'],
      ['JSON Lines', 'jsonl'],
    ] as const) {
      expect(item(name).getAttribute('href')).toBe(
        `http://localhost/v1/audit_events/export?format=${format}&action=login.failed`,
      );
    }
  });

  it('searches on by itself while it finds nothing', async () => {
    const page = await open(
      '?q=needle',
      answer(AuditEventsQuery, ({ after }) => ({
        auditEvents:
          after === '2'
            ? aConnection([FAILED])
            : aConnection<AuditRow>([], String(Number(after ?? 0) + 1)),
      })),
    );
    await screen.findByText('1 entry');
    row(/Failed to sign in/);
    expect(page.sent(AuditEventsQuery).map(({ after }) => after)).toEqual([null, '1', '2']);
  });

  it('offers a longer time if there is nothing in this one', async () => {
    const page = await open('', listed());
    screen.getByText('No events in this time range');
    await page.user.click(button('Show all time'));
    expect(page.address()).toBe('/settings/audit-log?timeRangeKey=all');
    expect(page.sent(AuditEventsQuery).at(-1)?.filter).not.toHaveProperty('start');
  });
});
