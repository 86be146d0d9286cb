import { type ReviewFixture, useReviewQueues } from './review-fixture.js';

describe('the review queues of a project', () => {
  const { current, open, aQueue, judge, atItem, done, label, title } = useReviewQueues();
  let { server, browser, ann, ben, viewer, project, traceIds } = {} as ReviewFixture;

  beforeEach(() => {
    ({ server, browser, ann, ben, viewer, project, traceIds } = current());
  });

  it('shows how much two people agree, and opens what they judged differently', async () => {
    const id = await aQueue('Compared', { judgmentsPerItem: 2 });
    for (const [account, labels] of [
      [ann, ['good', 'bad', 'bad']],
      [ben, ['good', 'bad', 'good']],
    ] as const) {
      for (const given of labels) await judge(account, id, given);
    }
    const page = await open(ann, '');
    const row = page.getByRole('row').filter({ hasText: 'Compared' });
    await row.getByText('correctness 67%').waitFor();
    await row.getByText(`${ann.username} (3)`, { exact: false }).waitFor();
    await row.getByRole('link', { name: 'Compared' }).click();
    await title(page, 'All done');
    const card = page.getByRole('region', { name: 'Agreement' });
    await card.getByText('From 3 items that 2 people judged.').waitFor();
    await card.getByText('Cohen’s kappa').waitFor();
    await card.getByText('1 item with different judgments').click();
    await card.getByRole('link', { name: 'Item 3' }).click();
    await atItem(page, 3);
    await label(page, 'bad', true);
    await page.getByRole('list', { name: 'Other annotations' }).getByText('good').waitFor();
  });

  it('is changed and deleted by its creator, and only read by viewers', async () => {
    const id = await aQueue('Temporary');
    const read = await open(viewer, '');
    await read.getByRole('link', { name: 'Temporary' }).waitFor();
    expect(await read.getByRole('button', { name: 'New queue' }).count()).toBe(0);
    await read.getByRole('button', { name: 'Actions for Temporary' }).click();
    await read.getByRole('menuitem', { name: 'Summary' }).waitFor();
    expect(await read.getByRole('menuitem').count()).toBe(1);
    await read.getByRole('menuitem', { name: 'Summary' }).click();
    await read.getByText('Not enough judgments.', { exact: false }).waitFor();
    await read.getByRole('button', { name: 'Read the items' }).click();
    await atItem(read, 1);
    expect(await read.getByRole('button', { name: 'Finish' }).count()).toBe(0);
    await read.keyboard.press('j');
    await atItem(read, 2);
    expect(
      await server.sql('SELECT FROM annotation_queue_reviews r WHERE r.reviewer_id = $1', [
        viewer.userId,
      ]),
    ).toEqual([]);

    const page = await open(ann, '');
    await page.getByRole('button', { name: 'Actions for Temporary' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Renamed');
    await page.getByRole('dialog').getByLabel('Judgments per item').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Renamed' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete queue' }).click();
    await page.getByRole('link', { name: 'Renamed' }).waitFor({ state: 'detached' });
    await page.goto(`${server.url}/projects/${project}/review/${id}`);
    await title(page, 'Review queue not found');
  });

  it('is filled with the selected rows of a list, or created for them', async () => {
    await aQueue('Half full', { source: { targetIds: traceIds.slice(0, 1) } });
    const page = await browser.open(`${server.url}/projects/${project}/traces`, {
      cookie: ann.cookie,
    });
    const add = page.getByRole('button', { name: 'Add to review queue…' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('row').filter({ hasText: 'answer' }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all', exact: false }).first().click();
    await add.click();
    await dialog.getByLabel('Review queue').selectOption({ label: 'Half full (0 of 1 done)' });
    await dialog.getByRole('button', { name: 'Add to queue' }).click();
    await page.getByText('1 other was already in it.', { exact: false }).waitFor();
    await page.goto(`${server.url}/projects/${project}/sessions`);
    await page.getByRole('row').filter({ hasText: 'chat' }).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all', exact: false }).first().click();
    await add.click();
    await dialog.getByLabel('Name').fill('Conversations');
    await dialog.getByRole('button', { name: 'Create queue' }).click();
    await page.getByRole('button', { name: 'Open queue' }).click();
    await done(page, '0 of 5');
    await atItem(page, 1);
    await page.getByText('Turn 1', { exact: true }).waitFor();
    await label(page, 'good', false);
  });
});
