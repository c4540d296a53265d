/**
 * True when git accepts the text as the name of a branch: the rules of git-check-ref-format(1) for `refs/heads/<name>`
 * and those of `git check-ref-format --branch` (no leading `-`, not `HEAD`). `@{-1}` and its kind are refused: they
 * are expressions, not names. Names longer than 200 bytes are refused too, since a ref is a file.
 */
export function isValidBranchName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || name.startsWith('-')) return false
  if (!name.isWellFormed() || Buffer.byteLength(name) > 200) return false
  if (FORBIDDEN.test(name) || name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]/
