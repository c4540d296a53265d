/** Longest branch name that is accepted: a ref is a path, and file systems end at 255 bytes a component. */
const MAX_LENGTH = 200

/**
 * True for a name that git takes as a branch: the rules of git-check-ref-format(1) and of `--branch`, which also
 * refuses a leading dash and `HEAD`.
 */
export function isBranchName(name: string): boolean {
  if (name.length === 0 || name.length > MAX_LENGTH) return false
  if (name === '@' || name === 'HEAD' || name.startsWith('-') || name.startsWith('refs/')) return false
  if (name.endsWith('.') || name.includes('..') || name.includes('@{')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses exactly these
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(name)) return false
  if (/[\uD800-\uDFFF]/.test(name) && !name.isWellFormed()) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

/** `docent/<slug of the prompt>-<short job id>`: made without a model, the same for the same job. */
export function branchFor(prompt: string, id: string): string {
  const slug = prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return `docent/${slug === '' ? 'job' : slug}-${id.slice(-6)}`
}
