import type { TextRule } from './text-rule.ts'

/** Headings say what the reader can do or find: "Connect GitLab", not a question. */
export const questionHeading: TextRule = ({ paragraph, kind }) =>
  kind === 'page' && paragraph.trim().endsWith('?') ? [`name the task instead: "${paragraph.trim()}"`] : []
