import type { Migration } from '@docent/postgres'

/**
 * Counts change far more often than they come: pages with room let a new version of a row lie beside the old one, which
 * is then freed without a vacuum. Without it a table of views grew to fifteen times its rows, and was read whole.
 */
export const countsInPlace: Migration = {
  version: 10,
  name: 'counts-in-place',
  worksFrom: 5,
  sql: `
    ALTER TABLE docent.turn_days SET (fillfactor = 50);
    ALTER TABLE docent.view_spans SET (fillfactor = 50);
    ALTER TABLE docent.feedback_spans SET (fillfactor = 50);
    ALTER TABLE docent.click_spans SET (fillfactor = 80);
    CLUSTER docent.turn_days USING turn_days_pkey;
    CLUSTER docent.view_spans USING view_spans_pkey;
    CLUSTER docent.feedback_spans USING feedback_spans_pkey;
  `,
}
