import { bearer } from '../support/accounts.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { COUNT, type ReviewFixture, useReviewQueues } from './review-fixture.js';

describe('a review queue', () => {
  const { current, open, aQueue, judge, atItem, done, title } = useReviewQueues();
  let { server, ann, ben, traceIds } = {} as ReviewFixture;

  beforeEach(() => {
    ({ server, ann, ben, traceIds } = current());
  });

  it('of fifty traces is created and judged with the keyboard alone', async () => {
    const page = await open(ann, '');
    await page.getByRole('heading', { name: 'No review queues yet' }).waitFor();
    await page.getByRole('button', { name: 'New queue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('correctness').waitFor();
    await page.keyboard.type('Fifty');
    await page.keyboard.press('Enter');
    await title(page, 'Fifty');
    for (let number = 1; number <= COUNT; number++) {
      await atItem(page, number);
      await done(page, `${number - 1} of ${COUNT}`);
      await page.keyboard.press(number % 2 === 0 ? '2' : '1');
      await page.keyboard.press('Enter');
    }
    await title(page, 'All done');
    await done(page, `${COUNT} of ${COUNT}`);
    const stored = await server.sql(
      `SELECT label, count(*) FROM trace_annotations WHERE user_id = $1 GROUP BY label ORDER BY label`,
      [ann.userId],
    );
    expect(stored).toEqual([
      { label: 'bad', count: 25 },
      { label: 'good', count: 25 },
    ]);
    // Fifty pages in one test take long on a busy machine.
  }, 180_000);

  it('is not finished without a judgment, and returns to what was skipped', async () => {
    const id = await aQueue('Skipped');
    const page = await open(ann, `/${id}`);
    await atItem(page, 1);
    await page.keyboard.press('Enter');
    await page.getByText('You have not judged this item yet.', { exact: false }).waitFor();
    await page.keyboard.press('s');
    await atItem(page, 2);
    await page.keyboard.press('ArrowLeft');
    await atItem(page, 1);
    expect(new URL(page.url()).searchParams.get('item')).not.toBeNull();
    await page.keyboard.press('j');
    await atItem(page, 2);
    // An explanation alone is a judgment, too.
    await page.getByRole('textbox', { name: 'correctness: explanation' }).fill('Too short');
    await page.keyboard.press('Control+Enter');
    await atItem(page, 3);
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await atItem(page, 1);
    await page.keyboard.press('s');
    await page.getByText('No other item is left for you.').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await title(page, 'All done');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Skip the item', { exact: false }).waitFor();
  });

  it('never gives two people the same item, and shows what others have open', async () => {
    const id = await aQueue('Shared', { source: { targetIds: traceIds.slice(0, 2) } });
    const mine = await open(ann, `/${id}`);
    await atItem(mine, 1);
    const theirs = await open(ben, `/${id}`, true);
    await atItem(theirs, 2);
    await theirs.keyboard.press('k');
    await theirs.getByText(`${ann.username} has this item open.`, { exact: false }).waitFor();
    expect(await theirs.getByRole('button', { name: 'good' }).count()).toBe(0);
    await theirs.keyboard.press('Enter');
    await atItem(theirs, 2);
    await mine.keyboard.press('1');
    await mine.keyboard.press('Enter');
    await title(mine, 'Nothing left for you');
    await mine.getByText('Others are judging 1 remaining item', { exact: false }).waitFor();
    await theirs.goto(`${server.url}/projects`);
    // Who leaves the page gives up the item at once.
    await eventually('the release', async () => {
      const rows = await server.sql('SELECT FROM annotation_queue_reviews WHERE reviewer_id = $1', [
        ben.userId,
      ]);
      return rows.length === 0;
    });
    await mine.reload();
    await atItem(mine, 2);
  });

  it('keeps what was typed if somebody else took the item', async () => {
    const id = await aQueue('Lost', { source: { targetIds: traceIds.slice(0, 2) } });
    const page = await open(ann, `/${id}`);
    await atItem(page, 1);
    await server.sql(
      "UPDATE annotation_queue_reviews SET claimed_until = now() - interval '1 second' WHERE reviewer_id = $1",
      [ann.userId],
    );
    await judge(ben, id, 'good');
    const text = page.getByRole('textbox', { name: 'correctness: explanation' });
    await text.fill('Half a thou');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your ten minutes for this item ran out', { exact: false }).waitFor();
    expect(await text.inputValue()).toBe('Half a thou');
    await page.keyboard.press('Control+Enter');
    await atItem(page, 2);
  });

  it('goes on if its trace is deleted', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ traceId, project: 'shop', name: 'gone' }], bearer(ann.key));
    const [row] = await server.sql<{ id: number }>('SELECT id FROM traces WHERE trace_id = $1', [
      traceId,
    ]);
    const targetIds = [globalId('Trace', row!.id), traceIds[0]];
    const id = await aQueue('Deleted', { source: { targetIds } });
    const page = await open(ann, `/${id}`);
    await atItem(page, 1);
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    const link = page.url();
    await server.request
      .delete(`/v1/traces/${traceId}`)
      .set(bearer(server.accounts.ADMIN.key))
      .expect(204);
    await page.keyboard.press('s');
    await title(page, 'This item is no longer in the queue');
    await page.getByRole('button', { name: 'Next item', exact: true }).click();
    await done(page, '0 of 1');
    await atItem(page, 1);
    await page.goto(link);
    await title(page, 'This item is no longer in the queue');
  });
});
