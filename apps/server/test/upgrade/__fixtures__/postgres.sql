CREATE SCHEMA docent;
CREATE FUNCTION docent.claim_job(claimer text, lease_ms bigint, at bigint) RETURNS TABLE(job_id text, job_body text, token bigint, tries integer, begun bigint)
    LANGUAGE plpgsql
    AS $$
    DECLARE
      now_ms bigint := coalesce(at, docent.now_ms());
      passed bigint[] := '{}';
      candidate record;
    BEGIN
      LOOP
        SELECT seq, repository, ref INTO candidate FROM docent.jobs AS waiting
          WHERE status = 'active' AND lease_worker IS NOT NULL AND available_at <= now_ms AND seq <> ALL (passed)
            AND NOT EXISTS (
              SELECT 1 FROM docent.jobs AS other WHERE other.repository = waiting.repository
                AND other.ref = waiting.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms)
          ORDER BY available_at, seq LIMIT 1 FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN
          SELECT seq, repository, ref INTO candidate FROM docent.jobs AS waiting
            WHERE status = 'active' AND lease_worker IS NULL AND seq <> ALL (passed)
              AND NOT EXISTS (
                SELECT 1 FROM docent.jobs AS other WHERE other.repository = waiting.repository
                  AND other.ref = waiting.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms)
            ORDER BY available_at, seq LIMIT 1 FOR UPDATE SKIP LOCKED;
        END IF;
        IF NOT FOUND THEN
          RETURN;
        END IF;
        IF pg_try_advisory_xact_lock(hashtextextended(candidate.repository || ' ' || candidate.ref, 7265312)) THEN
          -- A statement of its own: the snapshot of one that also takes the lock is older than the lock, and does not
          -- see what another worker committed between the two.
          PERFORM 1 FROM docent.jobs AS other WHERE other.repository = candidate.repository
            AND other.ref = candidate.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms;
          EXIT WHEN NOT FOUND;
        END IF;
        passed := passed || candidate.seq;
      END LOOP;
      -- What else was leased on this branch has run out: with the branch in other hands it must not write again.
      UPDATE docent.jobs SET lease_token = lease_token + 1, lease_worker = NULL
        WHERE repository = candidate.repository AND ref = candidate.ref AND lease_worker IS NOT NULL
          AND seq <> candidate.seq;
      RETURN QUERY UPDATE docent.jobs SET lease_token = lease_token + 1, lease_worker = claimer,
          available_at = now_ms + lease_ms, attempts = jobs.attempts + 1
        WHERE seq = candidate.seq RETURNING jobs.id::text, jobs.body, jobs.lease_token, jobs.attempts,
          jobs.open_step;
    END
    $$;
CREATE FUNCTION docent.claim_jobs(call uuid, claimers text[], lease_ms bigint[], at bigint, is_sent_again boolean) RETURNS TABLE(claimer text, job_id text, job_body text, token bigint, tries integer, begun bigint, waiting boolean, expiry bigint)
    LANGUAGE plpgsql
    AS $$
    DECLARE
      now_ms bigint;
      wanted integer := cardinality(claimers);
      given integer := 0;
      may_have_expired boolean := true;
      candidates bigint[];
      candidate bigint;
      passed bigint[] := '{}';
      branch record;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(call::text, 7265313));
      now_ms := coalesce(at, docent.now_ms());
      IF is_sent_again THEN
        RETURN QUERY UPDATE docent.jobs SET available_at = now_ms + lease_ms[array_position(claimers, lease_worker)]
          WHERE claim_id = call AND lease_worker = ANY (claimers) AND available_at > now_ms
          RETURNING jobs.lease_worker::text, jobs.id::text, jobs.body, jobs.lease_token, jobs.attempts, jobs.open_step,
            NULL::boolean, NULL::bigint;
        IF FOUND THEN
          RETURN;
        END IF;
      END IF;
      WHILE given < wanted LOOP
        candidates := NULL;
        IF may_have_expired THEN
          SELECT array_agg(expired.seq) INTO candidates FROM (
            SELECT seq FROM docent.jobs AS waiting
            WHERE status = 'active' AND lease_worker IS NOT NULL AND available_at <= now_ms AND seq <> ALL (passed)
              AND NOT EXISTS (
                SELECT 1 FROM docent.jobs AS other WHERE other.repository = waiting.repository
                  AND other.ref = waiting.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms)
            ORDER BY available_at, seq LIMIT wanted - given FOR UPDATE SKIP LOCKED) AS expired;
          may_have_expired := candidates IS NOT NULL;
        END IF;
        IF candidates IS NULL THEN
          SELECT array_agg(unleased.seq) INTO candidates FROM (
            SELECT seq FROM docent.jobs AS waiting
            WHERE status = 'active' AND lease_worker IS NULL AND seq <> ALL (passed)
              AND NOT EXISTS (
                SELECT 1 FROM docent.jobs AS other WHERE other.repository = waiting.repository
                  AND other.ref = waiting.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms)
            ORDER BY available_at, seq LIMIT wanted - given FOR UPDATE SKIP LOCKED) AS unleased;
          EXIT WHEN candidates IS NULL;
        END IF;
        passed := passed || candidates;
        FOREACH candidate IN ARRAY candidates LOOP
          SELECT repository, ref INTO branch FROM docent.jobs WHERE seq = candidate;
          CONTINUE WHEN NOT pg_try_advisory_xact_lock(
            hashtextextended(branch.repository || ' ' || branch.ref, 7265312));
          -- A statement of its own: the snapshot of one that also takes the lock is older than the lock, and does not
          -- see what another worker committed between the two.
          PERFORM 1 FROM docent.jobs AS other WHERE other.repository = branch.repository
            AND other.ref = branch.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms;
          CONTINUE WHEN FOUND;
          -- What else was leased on this branch has run out: with the branch in other hands it must not write again.
          UPDATE docent.jobs SET lease_token = lease_token + 1, lease_worker = NULL
            WHERE repository = branch.repository AND ref = branch.ref AND lease_worker IS NOT NULL
              AND seq <> candidate;
          given := given + 1;
          RETURN QUERY UPDATE docent.jobs SET lease_token = lease_token + 1, lease_worker = claimers[given],
              available_at = now_ms + lease_ms[given], attempts = jobs.attempts + 1, claim_id = call
            WHERE seq = candidate
            RETURNING jobs.lease_worker::text, jobs.id::text, jobs.body, jobs.lease_token, jobs.attempts,
              jobs.open_step, NULL::boolean, NULL::bigint;
        END LOOP;
      END LOOP;
      IF given < wanted THEN
        RETURN QUERY SELECT NULL, NULL, NULL, NULL::bigint, NULL::integer, NULL::bigint, o.waiting, o.expiry
          FROM docent.outlook(now_ms) AS o;
      END IF;
    END
    $$;
CREATE FUNCTION docent.count_changed_feedback() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        
  INSERT INTO docent.feedback_spans AS kept (project_id, span, path, source, status, up, down, total)
    SELECT project_id, base + created_at / length, path, source, status, 1 * sum((thumb = 1)::int),
        1 * sum((thumb = -1)::int), 1 * count(*)
      FROM after, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, span, path, source, status)
      DO UPDATE SET up = kept.up + excluded.up, down = kept.down + excluded.down, total = kept.total + excluded.total;
        
  INSERT INTO docent.feedback_spans AS kept (project_id, span, path, source, status, up, down, total)
    SELECT project_id, base + created_at / length, path, source, status, -1 * sum((thumb = 1)::int),
        -1 * sum((thumb = -1)::int), -1 * count(*)
      FROM before, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, span, path, source, status)
      DO UPDATE SET up = kept.up + excluded.up, down = kept.down + excluded.down, total = kept.total + excluded.total;
        DELETE FROM docent.feedback_spans AS f USING before AS c, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
          WHERE f.project_id = c.project_id AND f.span = base + c.created_at / length AND f.path = c.path
            AND f.source = c.source AND f.status = c.status AND f.total = 0;
        RETURN NULL;
      END $$;
CREATE FUNCTION docent.count_click() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        UPDATE docent.search_spans SET clicks = clicks + 1
          WHERE project_id = NEW.project_id AND source = ANY (ARRAY[NEW.source, '']) AND query = ANY (ARRAY[NEW.query, ''])
            AND span = ANY (ARRAY(SELECT base + NEW.created_at / length FROM (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)));
        INSERT INTO docent.click_spans AS kept (project_id, query, span, path, clicks)
          SELECT NEW.project_id, NEW.query, base + NEW.created_at / length, NEW.clicked, 1 FROM (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length) ORDER BY base
          ON CONFLICT (project_id, query, span, path) DO UPDATE SET clicks = kept.clicks + 1;
        RETURN NULL;
      END $$;
CREATE FUNCTION docent.count_feedback() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
    BEGIN 
  INSERT INTO docent.feedback_spans AS kept (project_id, span, path, source, status, up, down, total)
    SELECT project_id, base + created_at / length, path, source, status, sign * sum((thumb = 1)::int),
        sign * sum((thumb = -1)::int), sign * count(*)
      FROM changed, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, span, path, source, status)
      DO UPDATE SET up = kept.up + excluded.up, down = kept.down + excluded.down, total = kept.total + excluded.total;
      IF TG_OP = 'DELETE' THEN DELETE FROM docent.feedback_spans AS f USING changed AS c, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
        WHERE f.project_id = c.project_id AND f.span = base + c.created_at / length AND f.path = c.path
          AND f.source = c.source AND f.status = c.status AND f.total = 0; END IF;
      RETURN NULL;
    END $$;
CREATE FUNCTION docent.count_more_views() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN 
  INSERT INTO docent.view_spans AS kept (project_id, span, path, reader, views, visitors)
    SELECT project_id, base + day / length, path, reader, 1 * sum(views), 1 * sum(visitors)
      FROM (SELECT project_id, day, path, reader, views, visitors FROM after UNION ALL SELECT project_id, day, path, reader, -views, -visitors FROM before) AS changed, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, span, path, reader)
      DO UPDATE SET views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;
        RETURN NULL;
      END $$;
CREATE FUNCTION docent.count_searches() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
    BEGIN 
  INSERT INTO docent.search_spans AS kept
      (project_id, source, query, span, searches, unanswered, empty, results, ms, clicks)
    SELECT c.project_id, s.source, q.query, base + c.created_at / length, sign * count(*),
        0, sign * sum((results = 0)::int), sign * sum(results), sign * sum(ms), sign * count(clicked)
      FROM changed AS c, (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length), unnest(ARRAY[c.source, '']) AS s(source),
        unnest(ARRAY[c.query, '']) AS q(query)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, source, query, span) DO UPDATE SET searches = kept.searches + excluded.searches,
      unanswered = kept.unanswered + excluded.unanswered, empty = kept.empty + excluded.empty,
      results = kept.results + excluded.results, ms = kept.ms + excluded.ms, clicks = kept.clicks + excluded.clicks; 
  INSERT INTO docent.click_spans AS kept (project_id, query, span, path, clicks)
    SELECT project_id, query, base + created_at / length, clicked, sign * count(*) FROM changed, (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
      WHERE clicked IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, query, span, path) DO UPDATE SET clicks = kept.clicks + excluded.clicks;
      IF TG_OP = 'DELETE' THEN 
  DELETE FROM docent.search_spans AS s USING changed AS c, (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
    WHERE s.project_id = c.project_id AND s.source = ANY (ARRAY[c.source, '']) AND s.query = ANY (ARRAY[c.query, ''])
      AND s.span = base + c.created_at / length AND s.searches = 0;
      DELETE FROM docent.click_spans AS k USING changed AS c, (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
        WHERE k.project_id = c.project_id AND k.query = c.query AND k.path = c.clicked
          AND k.span = base + c.created_at / length AND k.clicks = 0; END IF;
      RETURN NULL;
    END $$;
CREATE FUNCTION docent.count_turn_searches() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
    BEGIN 
  INSERT INTO docent.search_spans AS kept
      (project_id, source, query, span, searches, unanswered, empty, results, ms, clicks)
    SELECT c.project_id, s.source, q.query, base + c.created_at / length, sign * count(*),
        sign * sum(unanswered::int), 0, 0, 0, 0
      FROM changed AS c, (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length), unnest(ARRAY['assistant']) AS s(source),
        unnest(ARRAY[c.query, '']) AS q(query)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, source, query, span) DO UPDATE SET searches = kept.searches + excluded.searches,
      unanswered = kept.unanswered + excluded.unanswered, empty = kept.empty + excluded.empty,
      results = kept.results + excluded.results, ms = kept.ms + excluded.ms, clicks = kept.clicks + excluded.clicks;
      IF TG_OP = 'DELETE' THEN 
  DELETE FROM docent.search_spans AS s USING changed AS c, (VALUES (0, 86400000), (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
    WHERE s.project_id = c.project_id AND s.source = ANY (ARRAY['assistant']) AND s.query = ANY (ARRAY[c.query, ''])
      AND s.span = base + c.created_at / length AND s.searches = 0; END IF;
      RETURN NULL;
    END $$;
CREATE FUNCTION docent.count_turn_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        UPDATE docent.turn_days SET input_tokens = input_tokens + NEW.input_tokens - OLD.input_tokens,
            output_tokens = output_tokens + NEW.output_tokens - OLD.output_tokens
          WHERE project_id = NEW.project_id AND day = NEW.created_at / 86400000 * 86400000
            AND outcome = NEW.outcome AND caller = NEW.caller AND model = NEW.model;
        RETURN NULL;
      END $$;
CREATE FUNCTION docent.count_turns() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
    BEGIN 
  INSERT INTO docent.turn_days AS kept (project_id, day, outcome, caller, model, turns, input_tokens, output_tokens)
    SELECT project_id, created_at / 86400000 * 86400000, outcome, caller, model, sign * count(*),
        sign * sum(input_tokens), sign * sum(output_tokens)
      FROM changed GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, day, outcome, caller, model) DO UPDATE SET turns = kept.turns + excluded.turns,
      input_tokens = kept.input_tokens + excluded.input_tokens,
      output_tokens = kept.output_tokens + excluded.output_tokens;
      IF TG_OP = 'DELETE' THEN DELETE FROM docent.turn_days AS d USING changed AS c WHERE d.project_id = c.project_id
        AND d.day = c.created_at / 86400000 * 86400000 AND d.outcome = c.outcome AND d.caller = c.caller
        AND d.model = c.model AND d.turns = 0; END IF;
      RETURN NULL;
    END $$;
CREATE FUNCTION docent.count_views() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
    BEGIN 
  INSERT INTO docent.view_spans AS kept (project_id, span, path, reader, views, visitors)
    SELECT project_id, base + day / length, path, reader, sign * sum(views), sign * sum(visitors)
      FROM changed, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, span, path, reader)
      DO UPDATE SET views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;
      IF TG_OP = 'DELETE' THEN DELETE FROM docent.view_spans AS v USING changed AS c, (VALUES (1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)) AS l(base, length)
        WHERE v.project_id = c.project_id AND v.span = base + c.day / length AND v.path = c.path
          AND v.reader = c.reader AND v.views = 0; END IF;
      RETURN NULL;
    END $$;
CREATE FUNCTION docent.now_ms() RETURNS bigint
    LANGUAGE sql
    AS $$
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    $$;
CREATE FUNCTION docent.outlook(now_ms bigint) RETURNS TABLE(waiting boolean, expiry bigint)
    LANGUAGE plpgsql STABLE
    AS $$
    BEGIN
      RETURN QUERY SELECT EXISTS (
          SELECT 1 FROM docent.jobs AS waiting WHERE status = 'active' AND lease_worker IS NULL AND NOT EXISTS (
            SELECT 1 FROM docent.jobs AS other WHERE other.repository = waiting.repository
              AND other.ref = waiting.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms)
        ) OR EXISTS (
          SELECT 1 FROM docent.jobs AS expired
          WHERE status = 'active' AND lease_worker IS NOT NULL AND available_at <= now_ms AND NOT EXISTS (
            SELECT 1 FROM docent.jobs AS other WHERE other.repository = expired.repository
              AND other.ref = expired.ref AND other.lease_worker IS NOT NULL AND other.available_at > now_ms)
        ),
        (SELECT MIN(available_at) FROM docent.jobs WHERE lease_worker IS NOT NULL AND available_at > now_ms) - now_ms;
    END
    $$;
CREATE TABLE docent.audit_entries (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor_id text COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    target text COLLATE pg_catalog."C",
    body text NOT NULL
);
ALTER TABLE docent.audit_entries ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.audit_entries_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.blobs (
    hash bytea NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE docent.click_spans (
    project_id text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL COLLATE pg_catalog."C",
    span bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    clicks bigint NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE docent.commits (
    writer uuid NOT NULL,
    number bigint NOT NULL,
    at timestamp with time zone NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE docent.direct_searches (
    seq bigint NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL COLLATE pg_catalog."C",
    results bigint NOT NULL,
    ms bigint NOT NULL,
    fp text NOT NULL COLLATE pg_catalog."C",
    visitor text COLLATE pg_catalog."C",
    paths text[],
    clicked text COLLATE pg_catalog."C"
);
ALTER TABLE docent.direct_searches ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.direct_searches_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.disabled_endpoints (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE docent.entered_secrets (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
CREATE TABLE docent.feedback_spans (
    project_id text NOT NULL COLLATE pg_catalog."C",
    span bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    up bigint NOT NULL,
    down bigint NOT NULL,
    total bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE docent.idempotency (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL,
    job_id text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    body text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE docent.job_changes (
    job bigint NOT NULL,
    step bigint NOT NULL,
    "position" integer NOT NULL,
    path text NOT NULL,
    blob bytea,
    executable boolean
);
CREATE TABLE docent.job_events (
    job bigint NOT NULL,
    sequence bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL
);
CREATE TABLE docent.job_messages (
    job bigint NOT NULL,
    "position" bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
CREATE TABLE docent.job_steps (
    job bigint NOT NULL,
    step bigint NOT NULL,
    at bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE docent.jobs (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    archived boolean NOT NULL,
    repository text NOT NULL COLLATE pg_catalog."C",
    ref text NOT NULL COLLATE pg_catalog."C",
    pull_number bigint,
    model text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    lease_token bigint DEFAULT 0 NOT NULL,
    lease_worker text COLLATE pg_catalog."C",
    available_at bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    waits integer DEFAULT 0 NOT NULL,
    waiting_since bigint,
    open_step bigint,
    last_message bigint NOT NULL,
    last_event bigint NOT NULL,
    last_step bigint DEFAULT 0 NOT NULL,
    stored_bytes bigint DEFAULT 0 NOT NULL,
    notice bigint DEFAULT 0 NOT NULL,
    body text NOT NULL,
    claim_id uuid,
    pull_ended boolean DEFAULT false NOT NULL,
    merged_at bigint
)
WITH (fillfactor='80');
ALTER TABLE docent.jobs ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.jobs_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.keys (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    revoked_at bigint,
    last_used_at bigint,
    body text NOT NULL
);
ALTER TABLE docent.keys ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.keys_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.leases (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);
CREATE TABLE docent.organizations (
    id text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
CREATE TABLE docent.outbox (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
ALTER TABLE docent.outbox ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.outbox_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.page_feedback (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    thumb integer NOT NULL,
    fp text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
ALTER TABLE docent.page_feedback ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.page_feedback_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.page_views (
    project_id text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    day bigint NOT NULL,
    reader text NOT NULL COLLATE pg_catalog."C",
    views bigint NOT NULL,
    visitors bigint NOT NULL
);
CREATE TABLE docent.page_visitors (
    day bigint NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    visitor text NOT NULL COLLATE pg_catalog."C",
    reader text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE docent.project_state (
    project_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);
CREATE TABLE docent.projects (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    domain text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
CREATE TABLE docent.schema_versions (
    area text NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    works_from integer NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE docent.search_spans (
    project_id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL COLLATE pg_catalog."C",
    span bigint NOT NULL,
    searches bigint NOT NULL,
    unanswered bigint NOT NULL,
    empty bigint NOT NULL,
    results bigint NOT NULL,
    ms bigint NOT NULL,
    clicks bigint NOT NULL
);
CREATE TABLE docent.thread_turns (
    seq bigint NOT NULL,
    thread bigint NOT NULL,
    "position" bigint NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    caller text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL COLLATE pg_catalog."C",
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    question text NOT NULL,
    words text NOT NULL,
    pages text NOT NULL,
    body text NOT NULL,
    invented text,
    unsupported integer
);
ALTER TABLE docent.thread_turns ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.thread_turns_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.threads (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    fp text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    body text NOT NULL
);
ALTER TABLE docent.threads ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.threads_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE docent.turn_days (
    project_id text NOT NULL COLLATE pg_catalog."C",
    day bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    caller text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL COLLATE pg_catalog."C",
    turns bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE docent.turn_feedback (
    turn bigint NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    turn_id text NOT NULL COLLATE pg_catalog."C",
    rating text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL
);
CREATE TABLE docent.turn_searches (
    turn bigint NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    unanswered boolean NOT NULL,
    query text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE docent.view_spans (
    project_id text NOT NULL COLLATE pg_catalog."C",
    span bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    reader text NOT NULL COLLATE pg_catalog."C",
    views bigint NOT NULL,
    visitors bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE docent.visitor_salts (
    day bigint NOT NULL,
    salt text NOT NULL
);
CREATE TABLE docent.webhook_tasks (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    organization_id text COLLATE pg_catalog."C",
    project_id text COLLATE pg_catalog."C",
    job_id text COLLATE pg_catalog."C",
    due_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    body text NOT NULL
);
ALTER TABLE docent.webhook_tasks ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME docent.webhook_tasks_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO docent.audit_entries VALUES
	(1, 'entry-1', 'default', 1768435200001, NULL, 'key.create', NULL, '{"id":"entry-1","organizationId":"default","at":1768435200001,"actor":{"kind":"command","id":null,"name":"ada"},"action":"key.create","target":null,"details":{"n":1},"ip":null,"userAgent":null}'),
	(2, 'entry-2', 'default', 1768435200002, NULL, 'key.create', 'key-2', '{"id":"entry-2","organizationId":"default","at":1768435200002,"actor":{"kind":"command","id":null,"name":"ada"},"action":"key.create","target":"key-2","details":{"n":2},"ip":null,"userAgent":null}'),
	(3, 'entry-3', 'default', 1768435200003, NULL, 'key.create', 'key-3', '{"id":"entry-3","organizationId":"default","at":1768435200003,"actor":{"kind":"command","id":null,"name":"ada"},"action":"key.create","target":"key-3","details":{"n":3},"ip":null,"userAgent":null}');
INSERT INTO docent.blobs VALUES
	('\x6d6f7836f1e146dc0204afb5133dae52fdc05603d8ac2dc793b481b0e0829fd1', '\x00ff800a'),
	('\xa7310f71fd0f8edeb9fdec77fc9989ae7d17ad56c9dd9e066fa33d9e2f39800e', '\x23204170706c6573');
INSERT INTO docent.click_spans VALUES
	('docs', 'how to', 20468, '/start', 1),
	('docs', 'how to', 1002558, '/start', 1),
	('docs', 'how to', 2000319, '/start', 1),
	('docs', 'how to', 3000000, '/start', 1);
INSERT INTO docent.commits VALUES
	('bf49a42c-f411-4d1f-ac05-7f847740ce80', 38, '2026-11-28 08:00:41.135533+00');
INSERT INTO docent.direct_searches VALUES
	(1, 'docs', 1768435200000, 'search', 'how to', 2, 4, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'visitor-0', '{/start,"/guide \"two\""}', NULL),
	(3, 'docs', 1768435200002, 'search', 'how to', 2, 4, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'visitor-2', '{/start,"/guide \"two\""}', NULL),
	(2, 'docs', 1768435200001, 'search', 'how to', 2, 4, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'visitor-1', '{/start,"/guide \"two\""}', '/start');
INSERT INTO docent.disabled_endpoints VALUES
	('ci', 1768435200000);
INSERT INTO docent.entered_secrets VALUES
	('default', 'OPENAI_API_KEY', '{"organizationId":"default","name":"OPENAI_API_KEY","sealed":"v1.x","lastFour":"abcd","updatedAt":1768435200000,"updatedBy":"Ada"}');
INSERT INTO docent.feedback_spans VALUES
	('docs', 1002558, '/start', 'contextual', 'pending', 1, 1, 2),
	('docs', 2000319, '/start', 'contextual', 'pending', 1, 1, 2),
	('docs', 3000000, '/start', 'contextual', 'pending', 1, 1, 2);
INSERT INTO docent.idempotency VALUES
	('default', 'key of job-1', 'POST 1', 'job-1', 201, '{"id":"job-1"}', 4102444800000),
	('default', 'key of job-2', 'POST 1', 'job-2', 201, '{"id":"job-2"}', 4102444800000),
	('default', 'key of job-3', 'POST 1', 'job-3', 201, '{"id":"job-3"}', 4102444800000);
INSERT INTO docent.job_changes VALUES
	(1, 2, 0, '"docs/äpfel \"one\".md"', '\xa7310f71fd0f8edeb9fdec77fc9989ae7d17ad56c9dd9e066fa33d9e2f39800e', false),
	(1, 2, 1, '"logo.bin"', '\x6d6f7836f1e146dc0204afb5133dae52fdc05603d8ac2dc793b481b0e0829fd1', true),
	(1, 2, 2, '"old.md"', NULL, NULL);
INSERT INTO docent.job_events VALUES
	(1, 1, 1795852841031, '{"type":"status","status":"active","run":1}'),
	(1, 2, 1795852841031, '{"type":"message","messageId":"job-1-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓"}'),
	(2, 1, 1795852841039, '{"type":"status","status":"active","run":1}'),
	(2, 2, 1795852841039, '{"type":"message","messageId":"job-2-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓"}'),
	(3, 1, 1795852841041, '{"type":"status","status":"active","run":1}'),
	(3, 2, 1795852841041, '{"type":"message","messageId":"job-3-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓"}'),
	(1, 3, 1795852841058, '{"type":"text","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}'),
	(1, 4, 1795852841070, '{"type":"status","status":"completed","run":1}'),
	(1, 5, 1795852841070, '{"type":"run-finished","run":1,"status":"completed","haltReason":"completed","messageToUser":"Done.","prLink":"https://git.example/docs/pull/7"}');
INSERT INTO docent.job_messages VALUES
	(2, 1, 'unread', '{"id":"job-2-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓","createdAt":1768435200000}'),
	(3, 1, 'unread', '{"id":"job-3-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓","createdAt":1768435200000}'),
	(1, 1, 'read', '{"id":"job-1-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓","createdAt":1768435200000}');
INSERT INTO docent.job_steps VALUES
	(1, 1, 1795852841054, 11, 7, '{"run":1,"kind":"opened","messages":[],"read":[],"data":{"commit":"abc"},"inputTokens":11,"outputTokens":7,"workMs":3}'),
	(1, 2, 1795852841058, 11, 7, '{"run":1,"kind":"model","messages":[],"read":["job-1-message"],"data":{},"inputTokens":11,"outputTokens":7,"workMs":3}');
INSERT INTO docent.jobs VALUES
	(2, 'job-2', 'docs', 'active', false, 'https://git.example/docs', 'docent/job-2', NULL, 'offline:docent', 1768435200001, 1768435200001, 0, NULL, 1795852841039, 0, 0, NULL, NULL, 1, 2, 0, 0, 0, '{"id":"job-2","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-2"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200001,"status":"active","updatedAt":1768435200001,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}', NULL, false, NULL),
	(3, 'job-3', 'docs', 'active', false, 'https://git.example/docs', 'docent/job-3', NULL, 'offline:docent', 1768435200002, 1768435200002, 0, NULL, 1795852841041, 0, 0, NULL, NULL, 1, 2, 0, 0, 0, '{"id":"job-3","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-3"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200002,"status":"active","updatedAt":1768435200002,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}', NULL, false, NULL),
	(1, 'job-1', 'docs', 'completed', false, 'https://git.example/docs', 'docent/job-1', 7, 'offline:docent', 1768435200000, 1768435200009, 1, NULL, 1795852841070, 0, 0, NULL, NULL, 1, 5, 2, 12, 0, '{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"completed","updatedAt":1768435200009,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":{"number":7,"url":"https://git.example/docs/pull/7","branch":"docent/job-1","draft":false},"cancelled":false,"haltReason":"completed","messageToUser":"Done.","todos":[]}', 'a289e471-40e3-4764-8855-f602e59f0caa', false, NULL);
INSERT INTO docent.keys VALUES
	(1, 'key-1', 'hash-1', 'default', 1768435200000, NULL, 1768435200005, '{"id":"key-1","kind":"admin","organizationId":"default","projectIds":[],"name":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","hash":"hash-1","lastFour":"abcd","scopes":["read"],"createdAt":1768435200000,"expiresAt":null,"revokedAt":null,"lastUsedAt":null,"allowedIps":[],"allowedOrigins":[],"trustGroups":false}'),
	(2, 'key-2', 'hash-2', 'default', 1768435200000, 1768435200006, NULL, '{"id":"key-2","kind":"admin","organizationId":"default","projectIds":[],"name":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","hash":"hash-2","lastFour":"abcd","scopes":["read"],"createdAt":1768435200000,"expiresAt":null,"revokedAt":null,"lastUsedAt":null,"allowedIps":[],"allowedOrigins":[],"trustGroups":false}');
INSERT INTO docent.leases VALUES
	('index docs', 'somebody', 1795852841024);
INSERT INTO docent.organizations VALUES
	('default', '{"id":"default","name":"Acme","limits":{}}');
INSERT INTO docent.outbox VALUES
	(1, 'job-1/created', '{"id":"job-1/created","type":"job.created","at":1795852841024,"job":{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"active","updatedAt":1768435200000,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}}'),
	(2, 'job-2/created', '{"id":"job-2/created","type":"job.created","at":1795852841038,"job":{"id":"job-2","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-2"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200001,"status":"active","updatedAt":1768435200001,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}}'),
	(3, 'job-3/created', '{"id":"job-3/created","type":"job.created","at":1795852841040,"job":{"id":"job-3","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-3"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200002,"status":"active","updatedAt":1768435200002,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}}'),
	(4, 'job-1/pull/7', '{"id":"job-1/pull/7","type":"pull_request.opened","at":1795852841070,"job":{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"completed","updatedAt":1768435200009,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":{"number":7,"url":"https://git.example/docs/pull/7","branch":"docent/job-1","draft":false},"cancelled":false,"haltReason":"completed","messageToUser":"Done.","todos":[]}}'),
	(5, 'job-1/1/completed', '{"id":"job-1/1/completed","type":"job.completed","at":1795852841070,"job":{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"completed","updatedAt":1768435200009,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":{"number":7,"url":"https://git.example/docs/pull/7","branch":"docent/job-1","draft":false},"cancelled":false,"haltReason":"completed","messageToUser":"Done.","todos":[]}}');
INSERT INTO docent.page_feedback VALUES
	(1, 'feedback-0', 'docs', 1768435200000, '/start', 'contextual', 'pending', 1, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', '{"id":"feedback-0","projectId":"docs","path":"/start","source":"contextual","status":"pending","helpful":true,"comment":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","contact":null,"code":null,"filename":null,"lang":null,"fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200000}'),
	(2, 'feedback-1', 'docs', 1768435200001, '/start', 'contextual', 'pending', -1, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', '{"id":"feedback-1","projectId":"docs","path":"/start","source":"contextual","status":"pending","helpful":false,"comment":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","contact":null,"code":null,"filename":null,"lang":null,"fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200001}');
INSERT INTO docent.page_views VALUES
	('docs', '', 1768435200000, 'ai', 1, 1),
	('docs', '/start', 1768435200000, 'ai', 1, 1),
	('docs', '', 1768435200000, 'human', 2, 1),
	('docs', '/start', 1768435200000, 'human', 2, 1),
	('docs', '', 1768521600000, 'ai', 1, 1),
	('docs', '/start', 1768521600000, 'ai', 1, 1),
	('docs', '', 1768521600000, 'human', 2, 1),
	('docs', '/start', 1768521600000, 'human', 2, 1);
INSERT INTO docent.page_visitors VALUES
	(1768521600000, 'docs', 'one', 'human', ''),
	(1768521600000, 'docs', 'one', 'human', '/start'),
	(1768521600000, 'docs', 'two', 'ai', ''),
	(1768521600000, 'docs', 'two', 'ai', '/start');
INSERT INTO docent.project_state VALUES
	('docs', 'index-asked', '{"at":1768435200000,"force":true}');
INSERT INTO docent.projects VALUES
	('docs', 'default', 'docs', '{"id":"docs","organizationId":"default","domain":"docs","name":"Docs","docsPath":"","models":{},"assistant":{"finishThreadId":"auto","threadKeys":"optional"},"origin":"config","disabled":false,"createdAt":0,"repository":"https://git.example/docs"}');
INSERT INTO docent.schema_versions VALUES
	('store', 1, 'jobs', 1, '2026-11-28 08:00:40.784936+00'),
	('store', 2, 'threads', 2, '2026-11-28 08:00:40.784936+00'),
	('store', 3, 'access', 3, '2026-11-28 08:00:40.784936+00'),
	('store', 4, 'webhooks', 4, '2026-11-28 08:00:40.784936+00'),
	('store', 5, 'readings', 5, '2026-11-28 08:00:40.784936+00'),
	('store', 6, 'claims', 5, '2026-11-28 08:00:40.784936+00'),
	('store', 7, 'pull-states', 5, '2026-11-28 08:00:40.784936+00'),
	('store', 8, 'invented-names', 5, '2026-11-28 08:00:40.784936+00'),
	('store', 9, 'counted-spans', 5, '2026-11-28 08:00:40.784936+00'),
	('store', 10, 'counts-in-place', 5, '2026-11-28 08:00:40.784936+00'),
	('store', 11, 'checked-claims', 5, '2026-11-28 08:00:40.784936+00');
INSERT INTO docent.search_spans VALUES
	('docs', 'assistant', '', 20468, 12, 6, 0, 0, 0, 0),
	('docs', 'assistant', '', 1002558, 12, 6, 0, 0, 0, 0),
	('docs', 'assistant', '', 2000319, 12, 6, 0, 0, 0, 0),
	('docs', 'assistant', '', 3000000, 12, 6, 0, 0, 0, 0),
	('docs', 'assistant', 'what', 20468, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'what', 1002558, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'what', 2000319, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'what', 3000000, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'äpfel', 20468, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'äpfel', 1002558, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'äpfel', 2000319, 6, 3, 0, 0, 0, 0),
	('docs', 'assistant', 'äpfel', 3000000, 6, 3, 0, 0, 0, 0),
	('docs', '', '', 20468, 3, 0, 0, 6, 12, 1),
	('docs', '', '', 1002558, 3, 0, 0, 6, 12, 1),
	('docs', '', '', 2000319, 3, 0, 0, 6, 12, 1),
	('docs', '', '', 3000000, 3, 0, 0, 6, 12, 1),
	('docs', '', 'how to', 20468, 3, 0, 0, 6, 12, 1),
	('docs', '', 'how to', 1002558, 3, 0, 0, 6, 12, 1),
	('docs', '', 'how to', 2000319, 3, 0, 0, 6, 12, 1),
	('docs', '', 'how to', 3000000, 3, 0, 0, 6, 12, 1),
	('docs', 'search', '', 20468, 3, 0, 0, 6, 12, 1),
	('docs', 'search', '', 1002558, 3, 0, 0, 6, 12, 1),
	('docs', 'search', '', 2000319, 3, 0, 0, 6, 12, 1),
	('docs', 'search', '', 3000000, 3, 0, 0, 6, 12, 1),
	('docs', 'search', 'how to', 20468, 3, 0, 0, 6, 12, 1),
	('docs', 'search', 'how to', 1002558, 3, 0, 0, 6, 12, 1),
	('docs', 'search', 'how to', 2000319, 3, 0, 0, 6, 12, 1),
	('docs', 'search', 'how to', 3000000, 3, 0, 0, 6, 12, 1);
INSERT INTO docent.thread_turns VALUES
	(2, 1, 1, 'docs', 'turn-1-1', 'unanswered', 1768435200011, 'web', 'offline:docent', 10, 5, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'wrong � "page" \ of
Äpfel ✓it is.', '/guide/start', '{"id":"turn-1-1","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"unanswered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":10,"outputTokens":5,"firstTextMs":1,"totalMs":2,"createdAt":1768435200011,"grounding":{"names":[],"counts":{"asked":0,"cited":0,"indexed":0,"invented":1,"retrieved":0,"unchecked":0,"unconfirmed":0},"removed":[{"text":"--pages","kind":"flag","by":"strict","suggestion":"--page"}]}}', '[{"text":"--pages","kind":"flag","suggestion":"--page"}]', NULL),
	(1, 1, 0, 'docs', 'turn-1-0', 'answered', 1768435200010, 'web', 'offline:docent', 13, 7, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'wrong � "page" \ of
Äpfel ✓it is.', '/guide/start', '{"id":"turn-1-0","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"answered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":13,"outputTokens":7,"firstTextMs":1,"totalMs":2,"createdAt":1768435200010,"claims":{"checker":"offline:docent","threshold":0.5,"claims":[{"start":0,"end":2,"supported":0.9},{"start":3,"end":6,"supported":0.1}],"inputTokens":3,"outputTokens":2}}', NULL, 1),
	(4, 2, 1, 'docs', 'turn-2-1', 'unanswered', 1768435200021, 'web', 'offline:docent', 10, 5, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'wrong � "page" \ of
Äpfel ✓it is.', '/guide/start', '{"id":"turn-2-1","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"unanswered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":10,"outputTokens":5,"firstTextMs":1,"totalMs":2,"createdAt":1768435200021,"grounding":{"names":[],"counts":{"asked":0,"cited":0,"indexed":0,"invented":1,"retrieved":0,"unchecked":0,"unconfirmed":0},"removed":[{"text":"--pages","kind":"flag","by":"strict","suggestion":"--page"}]}}', '[{"text":"--pages","kind":"flag","suggestion":"--page"}]', NULL),
	(3, 2, 0, 'docs', 'turn-2-0', 'answered', 1768435200020, 'web', 'offline:docent', 13, 7, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'wrong � "page" \ of
Äpfel ✓it is.', '/guide/start', '{"id":"turn-2-0","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"answered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":13,"outputTokens":7,"firstTextMs":1,"totalMs":2,"createdAt":1768435200020,"claims":{"checker":"offline:docent","threshold":0.5,"claims":[{"start":0,"end":2,"supported":0.9},{"start":3,"end":6,"supported":0.1}],"inputTokens":3,"outputTokens":2}}', NULL, 1),
	(6, 3, 1, 'docs', 'turn-3-1', 'unanswered', 1768435200031, 'web', 'offline:docent', 10, 5, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'wrong � "page" \ of
Äpfel ✓it is.', '/guide/start', '{"id":"turn-3-1","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"unanswered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":10,"outputTokens":5,"firstTextMs":1,"totalMs":2,"createdAt":1768435200031,"grounding":{"names":[],"counts":{"asked":0,"cited":0,"indexed":0,"invented":1,"retrieved":0,"unchecked":0,"unconfirmed":0},"removed":[{"text":"--pages","kind":"flag","by":"strict","suggestion":"--page"}]}}', '[{"text":"--pages","kind":"flag","suggestion":"--page"}]', NULL),
	(5, 3, 0, 'docs', 'turn-3-0', 'answered', 1768435200030, 'web', 'offline:docent', 13, 7, '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 'wrong � "page" \ of
Äpfel ✓it is.', '/guide/start', '{"id":"turn-3-0","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"answered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":13,"outputTokens":7,"firstTextMs":1,"totalMs":2,"createdAt":1768435200030,"claims":{"checker":"offline:docent","threshold":0.5,"claims":[{"start":0,"end":2,"supported":0.9},{"start":3,"end":6,"supported":0.1}],"inputTokens":3,"outputTokens":2}}', NULL, 1);
INSERT INTO docent.threads VALUES
	(1, '00000000000000000000000000000001', 'docs', '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 1768435200001, 1768435200011, '{"id":"00000000000000000000000000000001","projectId":"docs","fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","threadKeyHash":null,"createdAt":1768435200001}'),
	(2, '00000000000000000000000000000002', 'docs', '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 1768435200002, 1768435200021, '{"id":"00000000000000000000000000000002","projectId":"docs","fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","threadKeyHash":null,"createdAt":1768435200002}'),
	(3, '00000000000000000000000000000003', 'docs', '"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"', 1768435200003, 1768435200031, '{"id":"00000000000000000000000000000003","projectId":"docs","fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","threadKeyHash":null,"createdAt":1768435200003}');
INSERT INTO docent.turn_days VALUES
	('docs', 1768435200000, 'unanswered', 'web', 'offline:docent', 3, 30, 15),
	('docs', 1768435200000, 'answered', 'web', 'offline:docent', 3, 39, 21);
INSERT INTO docent.turn_feedback VALUES
	(1, 'docs', 1768435200050, 'turn-1-0', 'down', '{"rating":"down","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200050}'),
	(3, 'docs', 1768435200050, 'turn-2-0', 'down', '{"rating":"down","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200050}'),
	(5, 'docs', 1768435200050, 'turn-3-0', 'down', '{"rating":"down","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200050}');
INSERT INTO docent.turn_searches VALUES
	(1, 'docs', 1768435200010, false, 'what'),
	(1, 'docs', 1768435200010, false, 'äpfel'),
	(2, 'docs', 1768435200011, true, 'what'),
	(2, 'docs', 1768435200011, true, 'äpfel'),
	(3, 'docs', 1768435200020, false, 'what'),
	(3, 'docs', 1768435200020, false, 'äpfel'),
	(4, 'docs', 1768435200021, true, 'what'),
	(4, 'docs', 1768435200021, true, 'äpfel'),
	(5, 'docs', 1768435200030, false, 'what'),
	(5, 'docs', 1768435200030, false, 'äpfel'),
	(6, 'docs', 1768435200031, true, 'what'),
	(6, 'docs', 1768435200031, true, 'äpfel');
INSERT INTO docent.view_spans VALUES
	('docs', 1002558, '', 'ai', 2, 2),
	('docs', 1002558, '/start', 'ai', 2, 2),
	('docs', 2000319, '', 'ai', 2, 2),
	('docs', 2000319, '/start', 'ai', 2, 2),
	('docs', 3000000, '', 'ai', 2, 2),
	('docs', 3000000, '/start', 'ai', 2, 2),
	('docs', 1002558, '', 'human', 4, 2),
	('docs', 1002558, '/start', 'human', 4, 2),
	('docs', 2000319, '', 'human', 4, 2),
	('docs', 2000319, '/start', 'human', 4, 2),
	('docs', 3000000, '', 'human', 4, 2),
	('docs', 3000000, '/start', 'human', 4, 2);
INSERT INTO docent.visitor_salts VALUES
	(1768521600000, 'salt-1');
INSERT INTO docent.webhook_tasks VALUES
	(1, 'task-0', 'delivery', 'pending', 'default', 'docs', 'job-1', 1768435200000, 1768435200000, 1768435200000, '{"id":"task-0","kind":"delivery","status":"pending","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":0,"dueAt":1768435200000,"createdAt":1768435200000,"updatedAt":1768435200000,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}'),
	(2, 'task-1', 'delivery', 'done', 'default', 'docs', 'job-1', 1768435200000, 1768435200001, 1768435200001, '{"id":"task-1","kind":"delivery","status":"done","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":1,"dueAt":1768435200000,"createdAt":1768435200001,"updatedAt":1768435200001,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}'),
	(3, 'task-2', 'delivery', 'dead', 'default', 'docs', 'job-1', 1768435200000, 1768435200002, 1768435200002, '{"id":"task-2","kind":"delivery","status":"dead","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":2,"dueAt":1768435200000,"createdAt":1768435200002,"updatedAt":1768435200002,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}'),
	(4, 'task-3', 'delivery', 'waiting', 'default', 'docs', 'job-1', 1768435200000, 1768435200003, 1768435200003, '{"id":"task-3","kind":"delivery","status":"waiting","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":3,"dueAt":1768435200000,"createdAt":1768435200003,"updatedAt":1768435200003,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}');
SELECT pg_catalog.setval('docent.audit_entries_seq_seq', 3, true);
SELECT pg_catalog.setval('docent.direct_searches_seq_seq', 3, true);
SELECT pg_catalog.setval('docent.jobs_seq_seq', 3, true);
SELECT pg_catalog.setval('docent.keys_seq_seq', 2, true);
SELECT pg_catalog.setval('docent.outbox_seq_seq', 5, true);
SELECT pg_catalog.setval('docent.page_feedback_seq_seq', 2, true);
SELECT pg_catalog.setval('docent.thread_turns_seq_seq', 6, true);
SELECT pg_catalog.setval('docent.threads_seq_seq', 3, true);
SELECT pg_catalog.setval('docent.webhook_tasks_seq_seq', 4, true);
ALTER TABLE ONLY docent.audit_entries
    ADD CONSTRAINT audit_entries_id_key UNIQUE (id);
ALTER TABLE ONLY docent.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.blobs
    ADD CONSTRAINT blobs_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY docent.click_spans
    ADD CONSTRAINT click_spans_pkey PRIMARY KEY (project_id, query, span, path);
ALTER TABLE ONLY docent.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY (writer);
ALTER TABLE ONLY docent.direct_searches
    ADD CONSTRAINT direct_searches_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.disabled_endpoints
    ADD CONSTRAINT disabled_endpoints_pkey PRIMARY KEY (id);
ALTER TABLE ONLY docent.entered_secrets
    ADD CONSTRAINT entered_secrets_pkey PRIMARY KEY (organization_id, name);
ALTER TABLE ONLY docent.feedback_spans
    ADD CONSTRAINT feedback_spans_pkey PRIMARY KEY (project_id, span, path, source, status);
ALTER TABLE docent.feedback_spans CLUSTER ON feedback_spans_pkey;
ALTER TABLE ONLY docent.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (organization_id, key);
ALTER TABLE ONLY docent.job_changes
    ADD CONSTRAINT job_changes_pkey PRIMARY KEY (job, step, "position");
ALTER TABLE ONLY docent.job_events
    ADD CONSTRAINT job_events_pkey PRIMARY KEY (job, sequence);
ALTER TABLE ONLY docent.job_messages
    ADD CONSTRAINT job_messages_pkey PRIMARY KEY (job, "position");
ALTER TABLE ONLY docent.job_steps
    ADD CONSTRAINT job_steps_pkey PRIMARY KEY (job, step);
ALTER TABLE ONLY docent.jobs
    ADD CONSTRAINT jobs_id_key UNIQUE (id);
ALTER TABLE ONLY docent.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.keys
    ADD CONSTRAINT keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY docent.keys
    ADD CONSTRAINT keys_id_key UNIQUE (id);
ALTER TABLE ONLY docent.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY docent.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY docent.outbox
    ADD CONSTRAINT outbox_id_key UNIQUE (id);
ALTER TABLE ONLY docent.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.page_feedback
    ADD CONSTRAINT page_feedback_id_key UNIQUE (id);
ALTER TABLE ONLY docent.page_feedback
    ADD CONSTRAINT page_feedback_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.page_views
    ADD CONSTRAINT page_views_pkey PRIMARY KEY (project_id, path, day, reader);
ALTER TABLE ONLY docent.page_visitors
    ADD CONSTRAINT page_visitors_pkey PRIMARY KEY (day, project_id, visitor, reader, path);
ALTER TABLE ONLY docent.project_state
    ADD CONSTRAINT project_state_pkey PRIMARY KEY (project_id, key);
ALTER TABLE ONLY docent.projects
    ADD CONSTRAINT projects_domain_key UNIQUE (domain);
ALTER TABLE ONLY docent.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY docent.schema_versions
    ADD CONSTRAINT schema_versions_pkey PRIMARY KEY (area, version);
ALTER TABLE ONLY docent.search_spans
    ADD CONSTRAINT search_spans_pkey PRIMARY KEY (project_id, source, query, span);
ALTER TABLE ONLY docent.thread_turns
    ADD CONSTRAINT thread_turns_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.threads
    ADD CONSTRAINT threads_id_key UNIQUE (id);
ALTER TABLE ONLY docent.threads
    ADD CONSTRAINT threads_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY docent.turn_days
    ADD CONSTRAINT turn_days_pkey PRIMARY KEY (project_id, day, outcome, caller, model);
ALTER TABLE docent.turn_days CLUSTER ON turn_days_pkey;
ALTER TABLE ONLY docent.turn_feedback
    ADD CONSTRAINT turn_feedback_pkey PRIMARY KEY (turn);
ALTER TABLE ONLY docent.view_spans
    ADD CONSTRAINT view_spans_pkey PRIMARY KEY (project_id, span, path, reader);
ALTER TABLE docent.view_spans CLUSTER ON view_spans_pkey;
ALTER TABLE ONLY docent.visitor_salts
    ADD CONSTRAINT visitor_salts_pkey PRIMARY KEY (day);
ALTER TABLE ONLY docent.webhook_tasks
    ADD CONSTRAINT webhook_tasks_id_key UNIQUE (id);
ALTER TABLE ONLY docent.webhook_tasks
    ADD CONSTRAINT webhook_tasks_pkey PRIMARY KEY (seq);
CREATE INDEX audit_entries_by_age ON docent.audit_entries USING btree (at);
CREATE INDEX audit_entries_by_time ON docent.audit_entries USING btree (organization_id, at, id);
CREATE INDEX direct_searches_by_age ON docent.direct_searches USING btree (created_at);
CREATE INDEX direct_searches_by_fp ON docent.direct_searches USING btree (project_id, md5(fp));
CREATE INDEX direct_searches_by_query ON docent.direct_searches USING btree (project_id, query, created_at);
CREATE INDEX direct_searches_by_time ON docent.direct_searches USING btree (project_id, created_at);
CREATE INDEX direct_searches_by_visitor ON docent.direct_searches USING btree (project_id, visitor, created_at) WHERE (visitor IS NOT NULL);
CREATE INDEX idempotency_by_expiry ON docent.idempotency USING btree (expires_at);
CREATE INDEX job_changes_by_blob ON docent.job_changes USING btree (blob, job);
CREATE INDEX job_messages_unread ON docent.job_messages USING btree (job) WHERE (state = 'unread'::text);
CREATE INDEX jobs_by_project ON docent.jobs USING btree (project_id, created_at, id);
CREATE INDEX jobs_by_pull_request ON docent.jobs USING btree (repository, pull_number, created_at) WHERE (pull_number IS NOT NULL);
CREATE INDEX jobs_ended ON docent.jobs USING btree (updated_at, seq) WHERE (status <> 'active'::text);
CREATE INDEX jobs_expiring ON docent.jobs USING btree (available_at, seq) WHERE (lease_worker IS NOT NULL);
CREATE INDEX jobs_leased ON docent.jobs USING btree (repository, ref, available_at) WHERE (lease_worker IS NOT NULL);
CREATE INDEX jobs_waiting ON docent.jobs USING btree (available_at, seq) WHERE ((status = 'active'::text) AND (lease_worker IS NULL));
CREATE INDEX jobs_with_open_pull ON docent.jobs USING btree (updated_at, seq) WHERE ((pull_number IS NOT NULL) AND (NOT pull_ended));
CREATE INDEX keys_by_organization ON docent.keys USING btree (organization_id, created_at, seq);
CREATE INDEX page_feedback_by_age ON docent.page_feedback USING btree (created_at);
CREATE INDEX page_feedback_by_both ON docent.page_feedback USING btree (project_id, source, status, created_at, id);
CREATE INDEX page_feedback_by_fp ON docent.page_feedback USING btree (project_id, md5(fp));
CREATE INDEX page_feedback_by_source ON docent.page_feedback USING btree (project_id, source, created_at, id);
CREATE INDEX page_feedback_by_status ON docent.page_feedback USING btree (project_id, status, created_at, id);
CREATE INDEX page_feedback_by_time ON docent.page_feedback USING btree (project_id, created_at, id);
CREATE INDEX page_views_by_day ON docent.page_views USING btree (day);
CREATE INDEX page_views_of_day ON docent.page_views USING btree (project_id, day) INCLUDE (path, reader, views, visitors);
CREATE INDEX search_spans_by_count ON docent.search_spans USING btree (project_id, source, span, searches DESC, query);
CREATE INDEX thread_turns_by_outcome ON docent.thread_turns USING btree (project_id, outcome, created_at, id);
CREATE UNIQUE INDEX thread_turns_by_position ON docent.thread_turns USING btree (thread, "position");
CREATE INDEX thread_turns_by_time ON docent.thread_turns USING btree (project_id, created_at, id);
CREATE INDEX thread_turns_checked ON docent.thread_turns USING btree (project_id, created_at) INCLUDE (model, unsupported) WHERE (unsupported IS NOT NULL);
CREATE INDEX thread_turns_invented ON docent.thread_turns USING btree (project_id, created_at) WHERE (invented IS NOT NULL);
CREATE INDEX threads_by_fp ON docent.threads USING btree (project_id, md5(fp));
CREATE INDEX threads_by_project ON docent.threads USING btree (project_id, created_at, id);
CREATE INDEX threads_by_update ON docent.threads USING btree (updated_at);
CREATE INDEX turn_feedback_by_time ON docent.turn_feedback USING btree (project_id, created_at, turn_id);
CREATE INDEX turn_searches_by_time ON docent.turn_searches USING btree (project_id, created_at);
CREATE INDEX turn_searches_by_turn ON docent.turn_searches USING btree (turn);
CREATE INDEX webhook_tasks_due ON docent.webhook_tasks USING btree (due_at, seq) WHERE (status = 'pending'::text);
CREATE INDEX webhook_tasks_ended ON docent.webhook_tasks USING btree (updated_at) WHERE (status = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX webhook_tasks_listed ON docent.webhook_tasks USING btree (organization_id, kind, created_at, id);
CREATE INDEX webhook_tasks_waiting ON docent.webhook_tasks USING btree (job_id, seq) WHERE (status = 'waiting'::text);
CREATE TRIGGER feedback_added AFTER INSERT ON docent.page_feedback REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_feedback();
CREATE TRIGGER feedback_changed AFTER UPDATE ON docent.page_feedback REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION docent.count_changed_feedback();
CREATE TRIGGER feedback_deleted AFTER DELETE ON docent.page_feedback REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_feedback();
CREATE TRIGGER search_clicked AFTER UPDATE OF clicked ON docent.direct_searches FOR EACH ROW WHEN (((old.clicked IS NULL) AND (new.clicked IS NOT NULL))) EXECUTE FUNCTION docent.count_click();
CREATE TRIGGER searches_added AFTER INSERT ON docent.direct_searches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_searches();
CREATE TRIGGER searches_deleted AFTER DELETE ON docent.direct_searches REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_searches();
CREATE TRIGGER turn_searches_added AFTER INSERT ON docent.turn_searches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_turn_searches();
CREATE TRIGGER turn_searches_deleted AFTER DELETE ON docent.turn_searches REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_turn_searches();
CREATE TRIGGER turn_tokens_changed AFTER UPDATE OF input_tokens, output_tokens ON docent.thread_turns FOR EACH ROW WHEN (((old.input_tokens <> new.input_tokens) OR (old.output_tokens <> new.output_tokens))) EXECUTE FUNCTION docent.count_turn_tokens();
CREATE TRIGGER turns_added AFTER INSERT ON docent.thread_turns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_turns();
CREATE TRIGGER turns_deleted AFTER DELETE ON docent.thread_turns REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_turns();
CREATE TRIGGER views_added AFTER INSERT ON docent.page_views REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_views();
CREATE TRIGGER views_changed AFTER UPDATE ON docent.page_views REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION docent.count_more_views();
CREATE TRIGGER views_deleted AFTER DELETE ON docent.page_views REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION docent.count_views();
ALTER TABLE ONLY docent.job_changes
    ADD CONSTRAINT job_changes_blob_fkey FOREIGN KEY (blob) REFERENCES docent.blobs(hash);
ALTER TABLE ONLY docent.job_changes
    ADD CONSTRAINT job_changes_job_step_fkey FOREIGN KEY (job, step) REFERENCES docent.job_steps(job, step) ON DELETE CASCADE;
ALTER TABLE ONLY docent.job_events
    ADD CONSTRAINT job_events_job_fkey FOREIGN KEY (job) REFERENCES docent.jobs(seq) ON DELETE CASCADE;
ALTER TABLE ONLY docent.job_messages
    ADD CONSTRAINT job_messages_job_fkey FOREIGN KEY (job) REFERENCES docent.jobs(seq) ON DELETE CASCADE;
ALTER TABLE ONLY docent.job_steps
    ADD CONSTRAINT job_steps_job_fkey FOREIGN KEY (job) REFERENCES docent.jobs(seq) ON DELETE CASCADE;
ALTER TABLE ONLY docent.thread_turns
    ADD CONSTRAINT thread_turns_thread_fkey FOREIGN KEY (thread) REFERENCES docent.threads(seq) ON DELETE CASCADE;
ALTER TABLE ONLY docent.turn_feedback
    ADD CONSTRAINT turn_feedback_turn_fkey FOREIGN KEY (turn) REFERENCES docent.thread_turns(seq) ON DELETE CASCADE;
ALTER TABLE ONLY docent.turn_searches
    ADD CONSTRAINT turn_searches_turn_fkey FOREIGN KEY (turn) REFERENCES docent.thread_turns(seq) ON DELETE CASCADE;
