import type { Migration } from './migration.ts'

const unsupported = (
  turn: string,
) => `(SELECT COUNT(*) FROM json_each(${turn}.body, '$.claims.claims') AS claim
  WHERE claim.value ->> '$.supported' < ${turn}.body ->> '$.claims.threshold')`

const keep = (turn: string) => `
  INSERT INTO turn_claims (turn, project_id, created_at, model, unsupported)
    VALUES (${turn}.seq, ${turn}.project_id, ${turn}.created_at, ${turn}.body ->> '$.model', ${unsupported(turn)})
    ON CONFLICT DO UPDATE SET unsupported = excluded.unsupported;`

const tokens = (name: string) =>
  `COALESCE(NEW.body ->> '$.${name}', 0) - COALESCE(OLD.body ->> '$.${name}', 0)`

/**
 * Turns whose claims were checked, with how many are not supported, and the tokens of checks in the counts of days.
 * Triggers keep both: a check comes after the turn is stored.
 */
export const checkedClaims: Migration = {
  version: 20,
  name: 'checked-claims',
  sql: `
    CREATE TABLE turn_claims (
      turn INTEGER PRIMARY KEY REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      model TEXT NOT NULL,
      unsupported INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX turn_claims_by_time ON turn_claims (project_id, created_at, model, unsupported);
    INSERT INTO turn_claims (turn, project_id, created_at, model, unsupported)
      SELECT seq, project_id, created_at, body ->> '$.model', ${unsupported('thread_turns')}
        FROM thread_turns WHERE body -> '$.claims' IS NOT NULL;
    CREATE TRIGGER turn_claims_added AFTER INSERT ON thread_turns WHEN NEW.body -> '$.claims' IS NOT NULL BEGIN
      ${keep('NEW')}
    END;
    CREATE TRIGGER turn_claims_noted AFTER UPDATE OF body ON thread_turns
      WHEN NEW.body -> '$.claims' IS NOT NULL BEGIN
      ${keep('NEW')}
      UPDATE turn_days SET input_tokens = input_tokens + ${tokens('inputTokens')},
          output_tokens = output_tokens + ${tokens('outputTokens')}
        WHERE project_id = NEW.project_id AND day = NEW.created_at / 86400000 * 86400000
          AND outcome = NEW.outcome AND caller = NEW.caller AND model = COALESCE(NEW.body ->> '$.model', '');
    END;
  `,
}
