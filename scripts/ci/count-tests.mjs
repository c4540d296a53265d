// Counts what a run of the tests left in its report, and runs the files that failed once more, each alone:
//   node scripts/ci/count-tests.mjs REPORT UNSTEADY EXIT_CODE COMMAND...
// A file that passes then counts as passed and is listed in the file UNSTEADY. One that fails twice counts as failed.
// The last line on standard output is "PASSED FAILED"; everything else goes to standard error.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** With more failing files than this, something is broken that a second run does not mend. */
const MOST_FILES = 10
const SLOWEST = 20

const [report, unsteady, code, ...command] = process.argv.slice(2)
const { passed, failed } = count(resultsOf(report))
console.log(`${passed} ${failed}`)

function count(files) {
  if (files === undefined) {
    say('the run left no report')
    return { passed: 0, failed: 1 }
  }
  sayTheSlowest(files)
  const failing = files.filter(({ status }) => status === 'failed')
  if (failing.length === 0 && code !== '0') {
    say(`no test failed, yet the run ended with code ${code}: an error outside of any test, see above`)
    return { passed: passesOf(files), failed: 1 }
  }
  if (failing.length > MOST_FILES) {
    say(`${failing.length} files failed, more than ${MOST_FILES}: they are not run again`)
    return { passed: passesOf(files), failed: failuresOf(files) }
  }
  const settled = files.map((file) => (file.status === 'failed' ? runAgain(file) : file))
  return { passed: passesOf(settled), failed: failuresOf(settled) }
}

/** The file's result of a run alone; the first result where that run leaves none, or leaves out a test. */
function runAgain(first) {
  const name = relative(process.cwd(), first.name)
  say(`${name} failed: it runs once more, alone`)
  const folder = mkdtempSync(join(tmpdir(), 'docent-second-run-'))
  const output = join(folder, 'report.json')
  const [program, ...before] = command
  const options = [
    '--no-file-parallelism',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${output}`,
  ]
  const { status } = spawnSync(program, [...before, first.name, ...options], { stdio: ['ignore', 2, 2] })
  const second = resultsOf(output)?.find((file) => file.name === first.name)
  rmSync(folder, { recursive: true, force: true })
  if (second === undefined) return first
  const states = new Map(second.assertionResults.map((test) => [test.fullName, test.status]))
  const isWhole = first.assertionResults.every((test) => states.get(test.fullName) === expectedOf(test))
  if (second.status !== 'passed' || status !== 0) return second.status === 'failed' ? second : first
  if (!isWhole || passesOf([second]) === 0) return first
  appendFileSync(unsteady, `${name}\n${errorsOf(first)}\n`)
  return second
}

/** What a test must do in the second run: only one that was left out on purpose may be left out again. */
function expectedOf({ status }) {
  return status === 'skipped' || status === 'pending' || status === 'todo' ? status : 'passed'
}

function passesOf(files) {
  return files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length
}

/** A file that failed without a failed test, as one that cannot be loaded, counts as one. */
function failuresOf(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .reduce((sum, file) => sum + Math.max(1, failedTestsOf(file).length), 0)
}

function failedTestsOf({ assertionResults }) {
  return assertionResults.filter(({ status }) => status === 'failed')
}

function errorsOf(file) {
  const tests = failedTestsOf(file)
  if (tests.length === 0) return `  ${firstLines(file.message)}`
  return tests.map((test) => `  ${test.fullName}\n    ${firstLines(test.failureMessages[0])}`).join('\n')
}

function firstLines(message = '') {
  return message.split('\n').slice(0, 3).join('\n    ')
}

function sayTheSlowest(files) {
  const slowest = files.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SLOWEST)
  say(`the ${slowest.length} slowest files:`)
  for (const file of slowest)
    console.error(`${secondsOf(file).toFixed(0).padStart(6)} s  ${relative(process.cwd(), file.name)}`)
}

function secondsOf({ startTime, endTime }) {
  return (endTime - startTime) / 1000
}

function resultsOf(path) {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults
  } catch (error) {
    say(`the report cannot be read: ${error.message}`)
    return undefined
  }
}

function say(text) {
  console.error(`── ${text}`)
}
