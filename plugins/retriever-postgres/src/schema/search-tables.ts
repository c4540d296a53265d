import type { Migration } from '@docent/postgres'

/**
 * A project has one committed revision, by its `sequence`. A file with its pages and passages is part of a revision from
 * `added` on, until before `removed`. A writer prepares the next sequence, which no reader looks at; its commit changes
 * the one row of the project.
 *
 * Kinds are what filters look at, as JSON; they and the words are never removed: statistics and postings say what is there.
 */
export const SEARCH_TABLES: Migration = {
  version: 1,
  name: 'search',
  worksFrom: 1,
  sql: `
    CREATE TABLE docent.search_projects (
      project text COLLATE "C" PRIMARY KEY,
      number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
      sequence bigint NOT NULL DEFAULT 0,
      revision text,
      analysis integer NOT NULL DEFAULT 0,
      pages integer NOT NULL DEFAULT 0,
      passages integer NOT NULL DEFAULT 0,
      restricted integer NOT NULL DEFAULT 0,
      languages text NOT NULL DEFAULT '[]',
      redirects text NOT NULL DEFAULT '[]',
      counted bigint NOT NULL DEFAULT 0,
      committed_at timestamptz,
      writer text,
      writer_until timestamptz
    );

    CREATE TABLE docent.search_counts (
      project integer NOT NULL,
      sequence bigint NOT NULL,
      statistics bytea NOT NULL,
      open_statistics bytea,
      links text NOT NULL,
      PRIMARY KEY (project, sequence)
    );

    CREATE SEQUENCE docent.search_ids;

    CREATE TABLE docent.search_files (
      id bigint PRIMARY KEY,
      project integer NOT NULL,
      file text COLLATE "C" NOT NULL,
      hash text NOT NULL,
      pages integer NOT NULL,
      passages integer NOT NULL,
      added bigint NOT NULL,
      removed bigint
    );
    CREATE INDEX search_files_by_name ON docent.search_files (project, file);
    CREATE INDEX search_files_by_removal ON docent.search_files (project, removed) WHERE removed IS NOT NULL;

    CREATE TABLE docent.search_pages (
      id bigint PRIMARY KEY,
      project integer NOT NULL,
      file bigint NOT NULL,
      path text COLLATE "C" NOT NULL,
      groups text[] NOT NULL,
      head text NOT NULL,
      links text NOT NULL,
      names text[] COLLATE "C" NOT NULL,
      facts integer[] NOT NULL,
      page text NOT NULL
    );
    CREATE INDEX search_pages_by_path ON docent.search_pages (project, path);
    CREATE INDEX search_pages_by_file ON docent.search_pages (file);
    CREATE INDEX search_pages_by_name ON docent.search_pages USING gin (names);
    CREATE INDEX search_pages_by_fact ON docent.search_pages USING gin (facts);

    CREATE TABLE docent.search_passages (
      id bigint PRIMARY KEY,
      file bigint NOT NULL,
      kind integer NOT NULL,
      about text NOT NULL,
      terms bytea NOT NULL,
      lengths integer[] NOT NULL,
      passage text NOT NULL
    );
    CREATE INDEX search_passages_by_file ON docent.search_passages (file);

    CREATE TABLE docent.search_postings (
      project integer NOT NULL,
      term integer NOT NULL,
      passage bigint NOT NULL,
      kind integer NOT NULL,
      frequency smallint NOT NULL,
      length real NOT NULL,
      PRIMARY KEY (project, term, passage) INCLUDE (kind, frequency, length)
    );

    CREATE TABLE docent.search_kinds (
      project integer NOT NULL,
      kind integer NOT NULL,
      attributes text COLLATE "C" NOT NULL,
      PRIMARY KEY (project, kind)
    );

    CREATE TABLE docent.search_words (
      project integer NOT NULL,
      word text COLLATE "C" NOT NULL,
      PRIMARY KEY (project, word)
    );

    CREATE TABLE docent.search_names (
      project integer NOT NULL,
      name text COLLATE "C" NOT NULL,
      PRIMARY KEY (project, name)
    );
    CREATE INDEX search_names_by_length ON docent.search_names (project, length(name));
  `,
}
