import type { Migration } from '@docent/postgres'

/**
 * What each key has used in each window: `length` is the window's in ms, 0 for a calendar month; `start` and `ends` are
 * milliseconds since the epoch. `holds` is `[{ id, cost, until }]`.
 *
 * `take_limits` is the rule of `takeLimits` of core. It locks the counters by their names, in one order, so that two
 * takes wait for each other also where there is no row yet. A refusal writes nothing. Nobody waits for the disk: a crash
 * of the database may lose the last fraction of a second.
 */
export const counters: Migration = {
  version: 1,
  name: 'counters',
  worksFrom: 1,
  sql: `
    CREATE TABLE docent.limit_counters (
      key text COLLATE "C" NOT NULL,
      length bigint NOT NULL,
      start bigint NOT NULL,
      ends bigint NOT NULL,
      used bigint NOT NULL,
      holds jsonb,
      PRIMARY KEY (key, length, start)
    ) WITH (fillfactor = 70);
    CREATE INDEX limit_counters_by_end ON docent.limit_counters (ends);

    CREATE FUNCTION docent.limit_used(used bigint, holds jsonb, now_ms bigint, without text) RETURNS bigint
    LANGUAGE sql IMMUTABLE AS $$
      SELECT used + coalesce((
        SELECT sum((hold->>'cost')::bigint) FROM jsonb_array_elements(coalesce(holds, '[]')) AS hold
        WHERE (hold->>'until')::bigint > now_ms AND (hold->>'id') IS DISTINCT FROM without
      ), 0)::bigint
    $$;

    CREATE FUNCTION docent.take_limits(asked_now bigint, keys text[], maxima float8[], lengths bigint[], costs bigint[],
      hold_ids text[], hold_ms bigint[]) RETURNS text
    LANGUAGE plpgsql AS $$
    DECLARE
      now_ms bigint := coalesce(asked_now, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
      month timestamp := date_trunc('month', to_timestamp(now_ms / 1000.0) AT TIME ZONE 'UTC');
      total int := cardinality(keys);
      counter_of int[] := '{}';
      starts bigint[] := '{}';
      window_ends bigint[] := '{}';
      used_now bigint[] := '{}';
      holds_now jsonb[] := '{}';
      used_before bigint[];
      holds_before jsonb[];
      found_used bigint;
      found_holds jsonb;
      refused int := 0;
      states bigint[] := '{}';
      c int;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      PERFORM pg_advisory_xact_lock(lock) FROM (
        SELECT DISTINCT hashtextextended(k, l) AS lock FROM unnest(keys, lengths) AS request(k, l) ORDER BY 1
      ) AS locks;
      FOR at IN 1..total LOOP
        IF lengths[at] = 0 THEN
          starts[at] := (extract(epoch FROM month) * 1000)::bigint;
          window_ends[at] := (extract(epoch FROM month + interval '1 month') * 1000)::bigint;
        ELSE
          starts[at] := floor(now_ms::numeric / lengths[at])::bigint * lengths[at];
          window_ends[at] := starts[at] + lengths[at];
        END IF;
        -- Requests that name the same counter share it.
        counter_of[at] := at;
        FOR c IN 1..at - 1 LOOP
          IF keys[c] = keys[at] AND lengths[c] = lengths[at] THEN counter_of[at] := c; EXIT; END IF;
        END LOOP;
        IF counter_of[at] = at THEN
          SELECT counter.used, counter.holds INTO found_used, found_holds FROM docent.limit_counters AS counter
            WHERE counter.key = keys[at] AND counter.length = lengths[at] AND counter.start = starts[at];
          used_now[at] := coalesce(found_used, 0);
          holds_now[at] := found_holds;
        ELSE
          used_now[at] := 0;
          holds_now[at] := NULL;
        END IF;
      END LOOP;
      used_before := used_now;
      holds_before := holds_now;

      FOR at IN 1..total LOOP
        c := counter_of[at];
        IF docent.limit_used(used_now[c], holds_now[c], now_ms, hold_ids[at]) + costs[at] > maxima[at] THEN
          refused := at;
          EXIT;
        END IF;
        IF hold_ids[at] IS NULL THEN
          used_now[c] := used_now[c] + costs[at];
        ELSE
          holds_now[c] := (
            SELECT jsonb_agg(hold) FROM (
              SELECT hold FROM jsonb_array_elements(coalesce(holds_now[c], '[]')) AS kept(hold)
                WHERE (hold->>'until')::bigint > now_ms AND (hold->>'id') <> hold_ids[at]
              UNION ALL
              SELECT jsonb_build_object('id', hold_ids[at], 'cost', costs[at], 'until', now_ms + hold_ms[at])
                WHERE costs[at] > 0
            ) AS next(hold)
          );
        END IF;
      END LOOP;

      IF refused > 0 THEN
        used_now := used_before;
        holds_now := holds_before;
      ELSE
        FOR at IN 1..total LOOP
          IF counter_of[at] = at AND (used_now[at] <> used_before[at] OR holds_now[at] IS DISTINCT FROM holds_before[at]) THEN
            INSERT INTO docent.limit_counters AS counter (key, length, start, ends, used, holds)
              VALUES (keys[at], lengths[at], starts[at], window_ends[at], used_now[at], holds_now[at])
              ON CONFLICT (key, length, start) DO UPDATE SET used = excluded.used, holds = excluded.holds;
          END IF;
        END LOOP;
      END IF;
      FOR at IN 1..total LOOP
        c := counter_of[at];
        states := states || docent.limit_used(used_now[c], holds_now[c], now_ms, NULL) || window_ends[at];
      END LOOP;
      RETURN to_json(refused::bigint || states)::text;
    END
    $$;
  `,
}
