import { spellSchema } from '@docent/sql'
import { COUNT_TRIGGERS } from './count-triggers.ts'
import type { Migration } from './migration.ts'
import { upgradeTables } from './upgrade-tables.ts'

const { tables, indexes } = spellSchema('sqlite')

/**
 * Background tasks. `period` is the start of the period that a repeated task is for; a task that is done stays until
 * that period is over, so that nobody adds it again.
 */
const TASKS = `
  CREATE TABLE background_tasks (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    queue TEXT NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    holder TEXT,
    period INTEGER,
    keep_until INTEGER NOT NULL,
    failed_at INTEGER,
    reason TEXT,
    data TEXT NOT NULL
  ) STRICT;
`

const INDEXES = `${indexes}
  CREATE INDEX jobs_waiting ON jobs (available_at, seq) WHERE status = 'active';
  CREATE INDEX background_tasks_due ON background_tasks (queue, due_at, seq) WHERE state IN ('waiting', 'running');
  CREATE UNIQUE INDEX background_tasks_by_key ON background_tasks (queue, key)
    WHERE state = 'waiting' AND attempt = 0 AND key <> '';
  CREATE UNIQUE INDEX background_tasks_by_period ON background_tasks (queue, key, period) WHERE period IS NOT NULL;
  CREATE INDEX background_tasks_ended ON background_tasks (keep_until) WHERE state IN ('done', 'dead');
`

/** All tables at once. Files from before have version 20, and no older one was ever released. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 21,
    name: 'tables',
    sql: `${tables} ${TASKS} ${INDEXES} ${COUNT_TRIGGERS}`,
    upgrade: {
      from: 20,
      run(connection) {
        upgradeTables(connection)
        connection.exec(`${INDEXES} ${COUNT_TRIGGERS}`)
      },
    },
  },
]
