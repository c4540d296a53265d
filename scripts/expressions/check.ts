import { execFileSync } from 'node:child_process'
import { ACCEPTED } from './accepted.ts'
import { collectExpressions } from './collect-expressions.ts'
import { findingsOf } from './findings.ts'
import { judgeExpressions, VERDICTS } from './judge-expressions.ts'

// Fails on regular expressions of shipped code whose time grows faster than the text that they read. Without `--all` it
// judges those of changed files.
const root = new URL('../..', import.meta.url).pathname
const isWhole = process.argv.includes('--all')
const changed = isWhole ? undefined : changedFiles()
const isChecked = (file: string) => changed?.has(file) ?? true
const expressions = collectExpressions(root, isChecked)
const verdicts = await judgeExpressions(expressions, `${root}/${VERDICTS}`, isWhole)
const findings = findingsOf(expressions, verdicts, ACCEPTED, isChecked)
for (const finding of findings) console.error(finding)
console.log(
  `Expressions: ${expressions.length} ${isWhole ? 'in all' : 'in changed'} files, ${findings.length} findings.`,
)
process.exitCode = findings.length === 0 ? 0 : 1

/** What differs from the branch that changes land on, committed or not, and what is new. */
function changedFiles(): ReadonlySet<string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const lines = (text: string) => text.split('\n').filter((line) => line !== '')
  return new Set([
    ...lines(git('diff', '--name-only', mergeBase(git))),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ])
}

function mergeBase(git: (...args: string[]) => string): string {
  for (const branch of ['origin/HEAD', 'origin/main', 'main']) {
    try {
      return git('merge-base', branch, 'HEAD').trim()
    } catch (cause) {
      if ((cause as { status?: number }).status === undefined) throw cause
    }
  }
  return 'HEAD'
}
