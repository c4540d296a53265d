/** The page with the table of contents of mdBook and GitBook. */
export const SUMMARY_PAGE = 'SUMMARY.md'
/** As the end of a path. */
export const SUMMARY_FILE = /(?:^|\/)SUMMARY\.md$/
/** The first page of a GitBook, and of each of its folders. */
export const README_PAGE = 'README.md'
/** The table of contents of Docsify. */
export const SIDEBAR_PAGE = '_sidebar.md'
/** As the end of a path. */
export const SIDEBAR_FILE = /(?:^|\/)_sidebar\.md$/
