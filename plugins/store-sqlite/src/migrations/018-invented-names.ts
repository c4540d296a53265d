import type { Migration } from './migration.ts'

/** The names of a turn: those that are invented, and those that its reader never saw. */
const names = (turn: string, from = '') =>
  [
    ["'$.grounding.names'", "WHERE said.value ->> '$.verdict' = 'invented'"],
    ["'$.grounding.removed'", ''],
  ]
    .map(
      ([path, condition]) => `
      SELECT ${turn}.seq, ${turn}.project_id, ${turn}.created_at, ${turn}.body ->> '$.model',
          said.value ->> '$.text', said.value ->> '$.kind', said.value ->> '$.suggestion'
        FROM ${from} json_each(${turn}.body, ${path}) AS said ${condition}`,
    )
    .join(' UNION ALL ')

/**
 * Names of answers that the documentation does not have, each once for a turn. A trigger keeps them, so that a report
 * over years reads them alone and no turn.
 */
export const inventedNames: Migration = {
  version: 18,
  name: 'invented-names',
  sql: `
    CREATE TABLE turn_names (
      turn INTEGER NOT NULL REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      model TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      suggestion TEXT,
      PRIMARY KEY (turn, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX turn_names_by_time ON turn_names (project_id, created_at, name, model, kind, suggestion);
    INSERT OR IGNORE INTO turn_names ${names('turns', 'thread_turns AS turns,')};
    CREATE TRIGGER turn_names_added AFTER INSERT ON thread_turns WHEN NEW.body -> '$.grounding' IS NOT NULL BEGIN
      INSERT OR IGNORE INTO turn_names ${names('NEW')};
    END;
  `,
}
