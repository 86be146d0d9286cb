import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { VISIBLE_TABLES } from '../support/built.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';

describe('the views of limited connections', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({}, { isShared: false });
  });
  afterAll(() => server.stop());

  const tablesOf = async (schema: string, kind: 'r' | 'v') => {
    const rows = await server.sql<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = to_regnamespace($1) AND relkind = $2 ORDER BY relname`,
      [schema, kind],
    );
    return rows.map(({ name }) => name);
  };

  it('exist for every table, so that none is read without a check', async () => {
    const tables = await tablesOf('public', 'r');
    expect(Object.keys(VISIBLE_TABLES).toSorted()).toEqual(tables);
    const views = await tablesOf('public_visible', 'v');
    expect(views.filter((name) => !name.startsWith('hidden_'))).toEqual(tables);
  });

  it('know every column of their tables', async () => {
    const different = await server.sql(
      `SELECT c.table_name, c.column_name FROM information_schema.columns c
         JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND NOT EXISTS (
          SELECT FROM information_schema.columns v WHERE v.table_schema = 'public_visible'
             AND v.table_name = c.table_name AND v.column_name = c.column_name)`,
    );
    expect(different).toEqual([]);
  });

  describe('of a hidden project', () => {
    let ids: { hidden: number; known: number; added: number; open: number };

    beforeAll(async () => {
      const { id: hidden } = await aProject(server, { name: 'team' });
      const { id: known } = await aProject(server, { name: 'experiment of the team' });
      const { id: added } = await aProject(server, { name: 'later experiment of the team' });
      const { id: open } = await aProject(server, { name: 'later project of others' });
      await server.sql('UPDATE projects SET parent_id = $1 WHERE id = ANY ($2)', [
        hidden,
        [known, added],
      ]);
      for (const id of [hidden, known, added, open]) {
        await server.sql(
          `INSERT INTO saved_views (project_id, list, name, query) VALUES ($1, 'SPANS', 'a', '')`,
          [id],
        );
      }
      ids = { hidden, known, added, open };
    });

    const reach = (list: string, only: string, known: string) =>
      server.dataSource.transaction(async (tx) => {
        await tx.query(
          `SELECT set_config('spandrel.hidden_projects', $1, true),
                  set_config('spandrel.only_projects', $2, true),
                  set_config('spandrel.known_projects', $3, true)`,
          [list, only, known],
        );
        const rows = await tx.query<{ id: number }[]>(
          'SELECT project_id AS id FROM public_visible.saved_views ORDER BY 1',
        );
        return rows.map(({ id }) => id);
      });

    it('leave out new projects before the roles are read again', async () => {
      const { hidden, known, added, open } = ids;
      const list = `{${hidden},${known}}`;
      expect(await reach(list, '', '{}')).toEqual([open]);
      // Servers of the version before set nothing.
      expect(await reach(list, '', '')).toEqual([open]);
      expect(await reach(list, '', `{[${open},${open}]}`)).toEqual([open]);
      expect(await reach('{}', `{${hidden}}`, '{}')).toEqual([hidden, known, added]);
    });

    it('do not look up again what is known', async () => {
      const { hidden, known, added, open } = ids;
      expect(await reach(`{${hidden},${known}}`, '', `{[${known},${added}]}`)).toEqual([
        known,
        added,
        open,
      ]);
    });
  });

  it('are used for one caller and not for the next, on the same connections', async () => {
    const project = await aProject(server, { name: 'hidden from members' });
    await server.sql('UPDATE projects SET is_private = true WHERE id = $1', [project.id]);
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    const path = `/v1/projects/${globalId('Project', project.id)}`;
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const account = [ADMIN, MEMBER, VIEWER][index % 3]!;
        const { status } = await server.request.get(path).set(bearer(account.key));
        return status;
      }),
    );
    expect(statuses).toEqual(Array.from(statuses, (_, index) => (index % 3 === 0 ? 200 : 404)));
  });

  it('shows no hidden row when the views are gone', async () => {
    await server.sql('ALTER SCHEMA public_visible RENAME TO elsewhere');
    try {
      const fresh = await server.createAccount('MEMBER');
      const list = await server.request.get('/v1/projects').set(bearer(fresh.key));
      expect(list.status).toBe(500);
      expect(list.text).not.toContain('hidden from members');
      const { ADMIN } = server.accounts;
      expect((await server.request.get('/v1/projects').set(bearer(ADMIN.key))).status).toBe(200);
    } finally {
      await server.sql('ALTER SCHEMA elsewhere RENAME TO public_visible');
    }
  });
});
