/** English words that say nothing about what is looked for. Question words are among them: queries are questions. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about am an and any are as at be because been being but by can cannot could did do does doing don for from
  had has have having he her here hers him his how i if in into is it its just me my no nor not of off on or our
  ours s she should so some such t than that the their theirs them then there these they this those to too us very
  was we were what when where which while who whom why will with would you your yours`.split(/\s+/),
)
