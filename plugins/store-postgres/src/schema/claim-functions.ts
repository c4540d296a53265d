/**
 * `claim_jobs` decides which jobs workers get, in one round trip and one commit: the first that nobody else is about to
 * take, on branches that nobody has. The lock on a branch serializes claims of its jobs; the look after it sees what was
 * committed meanwhile. `claim_id` names the call that leased a job: one whose reply was lost is sent again and finds what
 * it leased. A call that may still be under way on a connection that was cut holds the lock of its id.
 * When there are fewer jobs than claimers, a last row without a claimer is the outlook: what they would look for next.
 */
export const CLAIM_FUNCTIONS = `
  CREATE FUNCTION docent.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
  $$;

  CREATE FUNCTION docent.outlook(now_ms bigint) RETURNS TABLE (waiting boolean, expiry bigint)
  LANGUAGE plpgsql STABLE AS $$
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

  CREATE FUNCTION docent.claim_jobs(call uuid, claimers text[], lease_ms bigint[], at bigint, is_sent_again boolean)
  RETURNS TABLE (claimer text, job_id text, job_body text, token bigint, tries integer, begun bigint,
    waiting boolean, expiry bigint)
  LANGUAGE plpgsql AS $$
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
`
