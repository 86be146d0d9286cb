import { toGlobalId } from '../kernel/ids/global-id.js';
import type { ProjectEntity } from './project.entity.js';
import { ProjectsService } from './projects.service.js';

const project = (id: number, name: string) => ({ id, name }) as ProjectEntity;

/** Returns the service with a few projects, and a record of its actions. */
function serviceOf(...projects: ProjectEntity[]) {
  const done: string[] = [];
  const repository = {
    findOneBy: (where: Partial<ProjectEntity>) => {
      done.push(`find ${JSON.stringify(where)}`);
      const found = projects.find((row) => row.id === where.id || row.name === where.name);
      return Promise.resolve(found ?? null);
    },
  };
  const tx = { delete: () => Promise.resolve(done.push('delete')) };
  const queries = {
    lock: () => Promise.resolve(done.push('lock')),
    countBelongings: () => Promise.resolve({ datasets: 0, prompts: 0 }),
  };
  const database = { inTransaction: (work: (manager: unknown) => Promise<unknown>) => work(tx) };
  const service = new ProjectsService(repository as never, queries as never, database as never);
  return { service, done };
}

describe('ProjectsService', () => {
  describe('resolve', () => {
    it('tries an identifier as a global ID before a name', async () => {
      const { service } = serviceOf(project(7, 'seven'));
      expect(await service.resolve(toGlobalId('Project', 7))).toMatchObject({ name: 'seven' });
      expect(await service.resolve('seven')).toMatchObject({ id: 7 });
    });

    it('never looks for a name that is a global ID', async () => {
      const id = toGlobalId('Project', 8);
      const { service } = serviceOf(project(7, id));
      await expect(service.resolve(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('does not query the database for a name that it cannot store', async () => {
      const { service, done } = serviceOf();
      for (const name of ['a\0b', '\udc00']) {
        await expect(service.resolve(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(done).toEqual([]);
    });
  });

  describe('getByGlobalId', () => {
    it('refuses names and IDs of other types', async () => {
      const { service } = serviceOf(project(7, 'seven'));
      for (const text of ['seven', toGlobalId('Trace', 7), '']) {
        await expect(service.getByGlobalId(text)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      }
    });
  });

  describe('delete', () => {
    it('empties the project, then locks out writers, then deletes the rest and the row', async () => {
      const { service, done } = serviceOf();
      service.addContents({
        empty: () => Promise.resolve(void done.push('empty')),
        removeRest: () => Promise.resolve(void done.push('remove rest')),
      });
      await service.delete(project(7, 'seven'));
      expect(done).toEqual(['empty', 'lock', 'remove rest', 'delete']);
    });

    it('refuses to delete the default project', async () => {
      const { service, done } = serviceOf();
      await expect(service.delete(project(1, 'default'))).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('cannot be deleted'),
      });
      expect(done).toEqual([]);
    });
  });
});
