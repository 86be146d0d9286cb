import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { aJudgment, aLabelConfig, useConfigs } from '../../../testing/factories/judgments.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent, type TestPage } from '../../../testing/render-page.js';
import { ProjectConfigsQuery } from '../configs/api/annotation-configs.js';
import { type AnnotatedRow, AnnotateRows, type AnnotateRowsProps } from './annotate-rows.js';
import { type Previous, SetOwnAnnotationsMutation } from './set-annotations.js';

const FIRST: AnnotatedRow = { id: 'row-1', name: 'first', annotations: [] };
const SECOND: AnnotatedRow = { id: 'row-2', name: 'second', annotations: [] };

const NOTHING = {
  annotatorKind: 'HUMAN',
  label: null,
  score: null,
  explanation: null,
  metadata: {},
} as const;
const GOOD = { name: 'quality', label: 'good', score: 1, explanation: null };

/** Answers that all rows were annotated except those in `failing`, and had `previous` before. */
const set = (failing: readonly string[] = [], previous: Partial<Previous> = {}) =>
  answer(SetOwnAnnotationsMutation, ({ input }) => {
    const rows = [...input];
    return {
      setOwnAnnotations: {
        previous: rows
          .filter(({ targetId }) => !failing.includes(targetId))
          .map(({ targetId, name }) => ({ ...NOTHING, targetId, name, ...previous })),
        failures: rows
          .filter(({ targetId }) => failing.includes(targetId))
          .map(({ targetId, name }) => ({ targetId, name, message: 'The database is busy.' })),
      },
    };
  });

function open(props: Partial<AnnotateRowsProps> = {}, as: 'MEMBER' | 'VIEWER' = 'MEMBER') {
  return renderComponent(
    <AnnotateRows
      projectId={PROJECT_ID}
      noun="span"
      rows={[FIRST, SECOND]}
      isCovered={false}
      {...props}
    />,
    [useConfigs(aLabelConfig()), set()],
    { as },
  );
}

const label = (name: string) => screen.getByRole('button', { name: new RegExp(name) });
const dialog = () => within(screen.getByRole('dialog'));
const isOpen = () => screen.queryByRole('dialog') !== null;

/** Opens the dialog, whose code is loaded only then. */
async function start({ user }: TestPage) {
  await user.keyboard('e');
  await screen.findByRole('dialog');
}

describe('annotating selected rows', () => {
  it.each(['span', 'trace', 'session'])(
    'gives the same annotation to each selected %s, with the keyboard',
    async (noun) => {
      const page = await open({ noun });
      await start(page);
      screen.getByRole('dialog', { name: `Annotate 2 ${noun}s` });
      const save = button(`Annotate 2 ${noun}s`);
      expect(save).toHaveProperty('disabled', true);
      await page.user.keyboard('1');
      expect(label('good').getAttribute('aria-pressed')).toBe('true');
      await page.user.keyboard('{Tab}Because.');
      save.focus();
      await page.user.keyboard('{Enter}');
      expect(isOpen()).toBe(false);
      screen.getByText(`2 ${noun}s annotated.`, { exact: false });
      const given = { ...GOOD, explanation: 'Because.' };
      expect(page.sent(SetOwnAnnotationsMutation)).toEqual([
        {
          input: [
            { ...given, targetId: 'row-1' },
            { ...given, targetId: 'row-2' },
          ],
        },
      ]);
    },
  );

  it.each([
    ['1 span already has your annotation.', [true, false]],
    ['All 2 spans already have your annotation.', [true, true]],
    ['The span already has your annotation.', [true]],
  ])('says what it replaces: %s', async (text, own) => {
    const rows = own.map((isOwn, at) => ({
      id: `row-${at}`,
      name: `row ${at}`,
      annotations: [aJudgment(isOwn ? {} : { identifier: 'app:user-2' })],
    }));
    const { user } = await open({ rows });
    await user.click(button('Annotate…'));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('status')).toBeNull();
    await user.keyboard('1');
    expect(screen.getByRole('status').textContent).toBe(`${text} It will be replaced.`);
    await user.keyboard('1');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('restores with u what it has replaced', async () => {
    const page = await open();
    const before = { label: 'bad', score: 0, metadata: { a: 1 } };
    page.answer(set([], before));
    await start(page);
    await page.user.click(label('good'));
    await page.user.click(button('Annotate 2 spans'));
    screen.getByText('2 spans annotated.', { exact: false });
    await page.user.keyboard('u');
    screen.getByText('Your previous annotations were restored.');
    expect(page.sent(SetOwnAnnotationsMutation)[1]).toEqual({
      input: ['row-1', 'row-2'].map((targetId) => ({
        ...NOTHING,
        targetId,
        name: 'quality',
        ...before,
      })),
    });
    await page.user.keyboard('u');
    expect(page.sent(SetOwnAnnotationsMutation)).toHaveLength(2);
  });

  it('says what could not be restored', async () => {
    const page = await open();
    await start(page);
    await page.user.keyboard('1');
    await page.user.click(button('Annotate 2 spans'));
    page.answer(set(['row-2']));
    await page.user.click(button('Undo (u)'));
    screen.getByText('1 annotation could not be restored: The database is busy.');
  });

  it('names the rows that could not be annotated, and tries only these again', async () => {
    const page = await open();
    page.answer(set(['row-1']));
    await start(page);
    await page.user.click(label('good'));
    await page.user.click(button('Annotate 2 spans'));
    expect(dialog().getByRole('alert').textContent).toBe('1 annotation could not be saved.');
    expect(
      dialog()
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['first, quality: The database is busy.']);
    page.answer(set());
    await page.user.click(button('Try again'));
    expect(isOpen()).toBe(false);
    expect(page.sent(SetOwnAnnotationsMutation)[1]).toEqual({
      input: [{ ...GOOD, targetId: 'row-1' }],
    });
    await screen.findByText('2 spans annotated.', { exact: false });
  });

  it('names all rows if the server cannot be reached', async () => {
    const page = await open();
    page.answer(cutOff(SetOwnAnnotationsMutation));
    await start(page);
    await page.user.click(label('good'));
    await page.user.click(button('Annotate 2 spans'));
    expect(dialog().getByRole('alert').textContent).toBe('2 annotations could not be saved.');
    await page.user.click(dialog().getByText('Close'));
    expect(isOpen()).toBe(false);
  });

  it('sends nothing if it is canceled', async () => {
    const page = await open();
    await start(page);
    await page.user.click(label('good'));
    await page.user.click(button('Cancel'));
    expect(isOpen()).toBe(false);
    expect(page.sent(SetOwnAnnotationsMutation)).toEqual([]);
  });

  it('needs the configs of the project', async () => {
    const page = await open();
    page.answer(cutOff(ProjectConfigsQuery));
    await start(page);
    dialog().getByText('The server cannot be reached');
    page.answer(useConfigs());
    await page.user.click(button('Try again'));
    screen.getByText('This project has no annotation configs yet. Add one to begin.');
    button('Add config');
  });

  it('leaves the keys to a panel over the list', async () => {
    const { user } = await open({ isCovered: true });
    await user.keyboard('e');
    expect(isOpen()).toBe(false);
  });

  it('is not offered to viewers', async () => {
    const { user } = await open({}, 'VIEWER');
    expect(screen.queryByRole('button', { name: 'Annotate…' })).toBeNull();
    await user.keyboard('e');
    expect(isOpen()).toBe(false);
  });
});
