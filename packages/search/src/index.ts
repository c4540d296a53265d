export { type Attributes, attributesOf } from './index/attributes.ts'
export { findPage } from './index/find-page.ts'
export { type PageHead, pageHead, summaryOf } from './index/page-head.ts'
export { passesFilter, sharesGroup } from './index/passage-filter.ts'
export type { IndexedPassage, SearchIndex } from './index/search-index.ts'
export { type TermCounts, TermStatistics } from './index/term-statistics.ts'
export { type LinkingPage, LinkTexts } from './links/link-texts.ts'
export { countMentions, type NamedPage, type PageNames, titleName } from './links/mentions.ts'
export { type PageLink, pageLinks } from './links/page-links.ts'
export { type SearchPassagesOptions, searchPassages } from './plan/search-passages.ts'
export { BestRows } from './scoring/best-rows.ts'
export { Turns } from './turns.ts'
export { ANALYSIS } from './words/analysis.ts'
export { Analyzer } from './words/analyzer.ts'
export { bitsIn } from './words/bits.ts'
export { firstLetter, isCorrectable } from './words/correctable.ts'
export { lengthOfStep, lengthStep, weighedLength } from './words/passage-length.ts'
export {
  type AnalyzedPassage,
  allTerms,
  analyzePassage,
  decodeTerms,
  encodeTerms,
  FIELDS,
  type Field,
  hashTerm,
  type PassageTerms,
} from './words/passage-terms.ts'
export { termFrequencies } from './words/term-frequencies.ts'
