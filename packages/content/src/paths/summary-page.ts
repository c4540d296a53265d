/** The page with the table of contents of mdBook and GitBook. */
export const SUMMARY_PAGE = 'SUMMARY.md'
/** As the end of a path. */
export const SUMMARY_FILE = /(?:^|\/)SUMMARY\.md$/
/** The first page of a GitBook, and of each of its folders. */
export const README_PAGE = 'README.md'
