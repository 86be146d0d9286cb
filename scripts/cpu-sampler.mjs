import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 500;
/** Times in /proc are in hundredths of a second, on every Linux that Node.js supports. */
const TICKS_PER_SECOND = 100;
const BROWSER = /chrom/;
/** The title of a process of PostgreSQL that serves a database of a test. See test/support/database.ts. */
const BACKEND = /^postgres: \S+ test_(\d+)_/;

/**
 * Looks twice a second into /proc for what the processes below this one have spent: Jest's workers, what
 * these start, and PostgreSQL. Finds nothing where there is no /proc.
 */
export class CpuSampler {
  /**
   * The time spent between two looks: `{ at, worker, kind, seconds }`. `worker` is the process ID of the worker
   * it was spent for, or 0, and `kind` is `worker`, `browser`, `postgres` or `children`.
   */
  samples = [];
  #known = new Map();
  /** The process IDs of the servers of PostgreSQL that have worked for some worker. */
  #servers = new Set();
  #timer;

  start() {
    this.#look();
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
    this.#look();
  }

  #look() {
    const at = Date.now() - EVERY_MS / 2;
    const known = new Map(listCosts(process.pid, this.#servers).map((row) => [row.pid, row]));
    const gone = Map.groupBy(
      [...this.#known.values()].filter(({ pid }) => !known.has(pid)),
      ({ parent }) => parent,
    );
    for (const row of known.values()) {
      const before = this.#known.get(row.pid) ?? { own: 0, ended: 0 };
      this.#add(at, row.worker, row.kind, row.own - before.own);
      // Children count here once more, after they have ended.
      const counted = gone.get(row.pid)?.reduce((sum, { own, ended }) => sum + own + ended, 0) ?? 0;
      const kind = row.kind === 'worker' ? 'children' : row.kind;
      this.#add(at, row.worker, kind, row.ended - before.ended - counted);
    }
    this.#known = known;
  }

  #add(at, worker, kind, seconds) {
    if (seconds > 0) this.samples.push({ at, worker, kind, seconds });
  }
}

/**
 * Lists the processes below one, and PostgreSQL, which is not: what each has spent (`own`), and what those
 * of its children had spent that have ended (`ended`). `worker` and `kind` are those of samples.
 * Adds the servers of PostgreSQL that it finds to `servers`.
 */
function listCosts(root, servers) {
  const processes = listProcesses();
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const found = [];
  const visit = (parent, given) => {
    for (const row of children.get(parent) ?? []) {
      const place = identify(row.pid, given);
      found.push({ ...row, ...place });
      visit(row.pid, place);
    }
  };
  visit(root, { worker: 0, kind: 'children' });
  const workers = new Set(found.filter(({ kind }) => kind === 'worker').map(({ pid }) => pid));
  return [...found, ...listPostgres(processes, workers, servers)];
}

/** Returns for which worker a process works and as what, given this of its parent. */
function identify(pid, parent) {
  const title = readTitle(pid);
  if (title.includes('jest-worker')) return { worker: pid, kind: 'worker' };
  if (parent.kind === 'browser' || BROWSER.test(title)) return { ...parent, kind: 'browser' };
  return { worker: parent.worker, kind: parent.kind === 'worker' ? 'children' : parent.kind };
}

/** Lists the processes of PostgreSQL that serve some workers, and the one that has started them. */
function listPostgres(processes, workers, servers) {
  const backends = processes.flatMap((row) => {
    if (!row.isPostgres) return [];
    const [, worker] = BACKEND.exec(readTitle(row.pid)) ?? [];
    return workers.has(Number(worker))
      ? [{ ...row, worker: Number(worker), kind: 'postgres' }]
      : [];
  });
  for (const { parent } of backends) servers.add(parent);
  const started = processes.filter(({ pid }) => servers.has(pid));
  return [...backends, ...started.map((row) => ({ ...row, worker: 0, kind: 'postgres' }))];
}

function listProcesses() {
  return readDirectory('/proc').flatMap((name) => {
    const text = /^\d+$/.test(name) ? readText(`/proc/${name}/stat`) : '';
    if (text === '') return [];
    // The name of the program, in parentheses, may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS_PER_SECOND);
    const [user, system, endedUser, endedSystem] = times;
    const isPostgres = text.includes('(postgres)');
    const spent = { own: user + system, ended: endedUser + endedSystem };
    return [{ pid: Number(name), parent: Number(fields[1]), isPostgres, ...spent }];
  });
}

function readTitle(pid) {
  return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

function readDirectory(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Returns an empty text if the process has ended. */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
