/** Longest page that is read whole, in characters. */
export const LONGEST_PAGE = 2_000_000
