import { anyGlob } from './glob.ts'

const MOST_RULES = 1_000

/**
 * Tells what the rules of an ignore file take out: https://git-scm.com/docs/gitignore. The last rule that fits a path, or
 * a folder around it, decides.
 */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map(readRule)
    .filter((rule) => rule !== undefined)
    .slice(0, MOST_RULES)
  return (path) => {
    const folders = foldersOf(path)
    const last = rules.findLast(({ fits, isFolder }) => (!isFolder && fits(path)) || folders.some(fits))
    return last !== undefined && !last.isKept
  }
}

/** Every folder around a path, the outermost first. */
export function foldersOf(path: string): string[] {
  const segments = path.split('/').slice(0, -1)
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'))
}

interface Rule {
  fits(path: string): boolean
  isKept: boolean
  /** Fits folders alone. */
  isFolder: boolean
}

function readRule(line: string): Rule | undefined {
  const written = line.replace(/\r$/, '').replace(/(?:(?<![\\ ])|(?<=\\ )) +$/, '')
  if (written === '' || written.startsWith('#')) return undefined
  const isKept = written.startsWith('!')
  const rule = isKept ? written.slice(1) : written.replace(/^\\(?=[!#])/, '')
  const isFolder = rule.endsWith('/')
  const path = rule.replace(/\/$/, '')
  const isFromTop = path.includes('/')
  const glob = path.replace(/^\//, '')
  if (glob === '') return undefined
  return { fits: anyGlob([isFromTop ? glob : `**/${glob}`]), isKept, isFolder }
}
