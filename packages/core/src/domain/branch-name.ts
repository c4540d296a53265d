/** Longest branch name that is accepted, bytes: a ref is a file. */
const MAX_BYTES = 200

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]/

/**
 * True for a name that git takes as a branch: the rules of git-check-ref-format(1) for `refs/heads/<name>` and those
 * of its `--branch` (no leading `-`, not `HEAD`). `@{-1}` and its kind are expressions, not names.
 */
export function isBranchName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || name.startsWith('-')) return false
  if (!name.isWellFormed() || new TextEncoder().encode(name).length > MAX_BYTES) return false
  if (FORBIDDEN.test(name) || name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

/** `docent/<slug of the prompt>-<short job id>`: made without a model, the same for the same job. */
export function branchFor(prompt: string, id: string): string {
  const slug = prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 40)
    .replace(/(?<!-)-+$/, '')
  return `docent/${slug === '' ? 'job' : slug}-${id.slice(-6)}`
}
