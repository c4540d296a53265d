/** What a title says a change is. */
export type TitleKind = 'feature' | 'breaking' | 'removal' | 'fix' | 'docs' | 'inner' | 'other'

const PREFIX = /^([a-z]+)(?:\([^)]{0,80}\))?(!)?:/i
const PREFIXES: Readonly<Record<string, TitleKind>> = {
  feat: 'feature',
  feature: 'feature',
  enhance: 'feature',
  fix: 'fix',
  bugfix: 'fix',
  hotfix: 'fix',
  doc: 'docs',
  docs: 'docs',
  ...Object.fromEntries(
    'build chore ci clean cleanup deps internal lint perf refactor release revert style test tests types'
      .split(' ')
      .map((prefix) => [prefix, 'inner' as const]),
  ),
}
/** The first verb of a title without a prefix. */
const VERBS: readonly (readonly [TitleKind, RegExp])[] = [
  ['removal', /^(?:remov|drop|disallow|rename|delet)/i],
  [
    'feature',
    /^(?:add|allow|configur|option|enable|expos|extend|implement|introduc|new|provid|stabiliz|support|expand)/i,
  ],
  ['docs', /^(?:document|docs?\b|docstring|comment)/i],
  [
    'inner',
    /^(?:bump|clean|extract|factor|format|lint|merge|mov|optimi|prepar|refactor|releas|reorder|replac|revert|reus|simplif|split|test|typo|upgrad|us(?:e|ing)\b|version)/i,
  ],
  [
    'fix',
    /^(?:avoid|catch|correct|don['’]?t|do not|ensur|fix|guard|handl|prevent|respect|resolv|restor|honou?r)/i,
  ],
]

/** Reads the first word of a title, or its prefix (`feat(scope)!:`). */
export function titleKind(title: string): TitleKind {
  const [whole = '', prefix = '', breaking] = PREFIX.exec(title) ?? []
  if (breaking !== undefined || /\bdeprecat/i.test(title)) return 'breaking'
  const named = PREFIXES[prefix.toLowerCase()]
  if (named !== undefined) return named
  // A prefix of another kind names a part: `parser: fix …`.
  const words = title.slice(whole.length).replace(/^[^\p{L}]+/u, '')
  return VERBS.find(([, verb]) => verb.test(words))?.[0] ?? 'other'
}
