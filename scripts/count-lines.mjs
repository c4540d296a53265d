// Counts the lines of sources by package and compares them with a commit: node scripts/count-lines.mjs 3272e75d
import { execFileSync } from 'node:child_process'

const SOURCE = /^((?:packages|plugins|apps)\/[^/]+)\/(?:.+\/)?src\/.*\.tsx?$/
const TEST = /\.test\.[^/]+$|\/test\//
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })

/** Lines of TypeScript below `src` folders, without tests. */
function linesByPackage(commit) {
  const empty = git('hash-object', '-t', 'tree', '/dev/null').trim()
  const counts = new Map()
  const rows = git('-c', 'core.quotePath=false', 'diff', '--numstat', '--no-renames', empty, ...commit)
  for (const row of rows.split('\n')) {
    const [lines, , path = ''] = row.split('\t')
    const [, name] = SOURCE.exec(path) ?? []
    if (name && !TEST.test(path)) counts.set(name, (counts.get(name) ?? 0) + Number(lines))
  }
  return counts
}

const commits = process.argv.slice(2)
const now = linesByPackage([])
const before = commits.length > 0 ? linesByPackage(commits) : now
const sum = (counts) => [...counts.values()].reduce((total, lines) => total + lines, 0)
const show = (name, then, today) =>
  console.log(
    `${name.padEnd(36)}${String(then).padStart(9)}${String(today).padStart(9)}${String(today - then).padStart(9)}`,
  )
console.log(`${''.padEnd(36)}${'before'.padStart(9)}${'now'.padStart(9)}${'change'.padStart(9)}`)
for (const name of [...new Set([...before.keys(), ...now.keys()])].sort())
  show(name, before.get(name) ?? 0, now.get(name) ?? 0)
show('all', sum(before), sum(now))
