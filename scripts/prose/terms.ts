/** Found → better, in the format of textlint-rule-terminology: [pattern, replacement]. */
export const TERMS: ReadonlyArray<readonly [string, string]> = [
  ['web ?site', 'website'],
  ['pull-request', 'pull request'],
  ['e-mail', 'email'],
  ['log-?in to', 'sign in to'],
  ['git ?hub', 'GitHub'],
  ['git ?lab', 'GitLab'],
  ['type ?script', 'TypeScript'],
  ['(?<![-\\w/@.:])postgres(?:ql)?(?![-\\w:/])', 'PostgreSQL'],
  ['sq ?lite', 'SQLite'],
  ['open ?api', 'OpenAPI'],
]

/** Words that the field does not use, or that say nothing of who acts; each with what to write. */
export const ODD_PHRASES: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bstands? above\b/i, 'say "see above"'],
  [/\bcomes? to rest\b/i, 'say what stops'],
  [/\bis told (?:to|in|by)\b|\bare told (?:to|in|by)\b|\bis told of\b/i, 'say who reports what, and where'],
  [/\bread on\b/i, 'say "stops reading" or "continues"'],
  [/\bmay too little\b/i, 'say which permission is missing'],
  [/\bhas not the\b|\bhave not the\b/i, 'say "does not have"'],
  [/\bbehind the command\b/i, 'say "as an argument"'],
  [/\bwhoever\b/i, 'say "anyone who"'],
  [/\bthe latter\b|\bthe former\b/i, 'name it'],
  [/\bmends?\b|\bmended\b/i, 'say "fix" or what to do'],
  [/\b(?:carry|carries|carried) on\b/i, 'say "continue" or "resume"'],
  [/\bin (?:the end|vain)\b/i, 'say when, or that it failed'],
  [/\bsimply\b|(?<!^)\bjust\b|\bobviously\b|\bof course\b/i, 'leave it out'],
]
