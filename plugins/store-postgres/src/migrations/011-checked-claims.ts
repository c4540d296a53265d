import type { Migration } from '@docent/postgres'

/**
 * How many claims of a turn are not supported; null where nobody checked them, and for turns from before. A check comes
 * after its turn is stored, so the tokens of a judge are added to those of the day by a trigger.
 */
export const checkedClaims: Migration = {
  version: 11,
  name: 'checked-claims',
  worksFrom: 5,
  sql: `
    ALTER TABLE docent.thread_turns ADD COLUMN unsupported integer;
    CREATE INDEX thread_turns_checked ON docent.thread_turns (project_id, created_at)
      INCLUDE (model, unsupported) WHERE unsupported IS NOT NULL;
    CREATE FUNCTION docent.count_turn_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE docent.turn_days SET input_tokens = input_tokens + NEW.input_tokens - OLD.input_tokens,
            output_tokens = output_tokens + NEW.output_tokens - OLD.output_tokens
          WHERE project_id = NEW.project_id AND day = NEW.created_at / 86400000 * 86400000
            AND outcome = NEW.outcome AND caller = NEW.caller AND model = NEW.model;
        RETURN NULL;
      END $$;
    CREATE TRIGGER turn_tokens_changed AFTER UPDATE OF input_tokens, output_tokens ON docent.thread_turns
      FOR EACH ROW WHEN (OLD.input_tokens <> NEW.input_tokens OR OLD.output_tokens <> NEW.output_tokens)
      EXECUTE FUNCTION docent.count_turn_tokens();
  `,
}
