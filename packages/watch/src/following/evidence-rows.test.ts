import { expect, test } from 'vitest'
import { judgeChange } from '../gate/judge-change.ts'
import { PageHistory } from '../history/page-history.ts'
import { PageIndex, pageTerms } from '../pages/page-index.ts'
import { evidenceRows } from './evidence-rows.ts'

const pages = new PageIndex(new Map([['docs/pump.md', pageTerms('# Pump\n\nThe `flow_rate` of a pump.\n')]]))
const history = new PageHistory(
  [],
  () => false,
  () => true,
)

interface Change {
  path: string
  before: string
  after: string
  /** Keys that were told before. */
  known?: readonly string[]
}

/** Rows of a change that gives a file the new text, where every line differs. */
function rowsOf({ path, before, after, known = [] }: Change) {
  const [removed, added] = [before.split('\n'), after.split('\n')]
  const hunks = [{ oldStart: 1, removed, newStart: 1, added }]
  const change = {
    ...{ title: 'feat: add valves', body: '' },
    files: [{ path, status: 'modified' as const, before, after, hunks }],
  }
  const step = {
    ...change,
    commit: 'c'.repeat(40),
    at: 0,
    author: 'Ada',
    email: 'a@pump.test',
    files: [path],
  }
  // Whatever the gate says of so small a documentation.
  const judgement = judgeChange(change, { pages, history }, Number.NEGATIVE_INFINITY)
  return evidenceRows(step, judgement, { repository: 'https://git.test/pump' }, (key) => known.includes(key))
}

const told = (change: Change) =>
  rowsOf(change).map(({ change: what, name, more = [] }) => [what, name, ...more].join(' '))

const GO = 'package pump\n\ntype Pump struct {\n\tRate int `json:"flow_rate"`\n}\n'

test.each([
  [
    'a new type is one row, with its fields',
    {
      path: 'pump.go',
      before: GO,
      after: `${GO}\ntype Valve struct {\n\tID string \`json:"valve_id"\`\n\tMaxFlow int \`json:"max_flow"\`\n\tIsOpen bool \`json:"is_open"\`\n}\n`,
    },
    ['added Valve valve_id max_flow is_open'],
  ],
  [
    'fields that one type gains are one row, and what it loses another',
    {
      path: 'pump.go',
      before: GO,
      after:
        'package pump\n\ntype Pump struct {\n\tHead int `json:"pump_head"`\n\tDepth int `json:"well_depth"`\n}\n',
    },
    ['removed flow_rate', 'added pump_head well_depth'],
  ],
  [
    'two declarations are two rows',
    {
      path: 'pump.ts',
      before: '',
      after:
        'export interface Pump {\n  flowRate: number\n  wellDepth: number\n}\nexport function prime(pump: Pump) {}\n',
    },
    ['added Pump flowRate wellDepth', 'added prime'],
  ],
  [
    'keys of a description that came together are one row',
    {
      path: 'pump.schema.json',
      before: '{}',
      after: '{\n  "properties": {\n    "flowRate": {},\n    "wellDepth": {}\n  }\n}',
    },
    ['added flowRate wellDepth'],
  ],
  [
    'words of any data name nothing',
    {
      path: 'pump.py',
      before: 'def read(row):\n    return row\n',
      after: 'def read(row):\n    return row["status"], row["name"], row["priming-state"]\n',
    },
    ['added priming-state'],
  ],
])('%s', (_, change, expected) => {
  expect(told(change)).toEqual(expected)
})

test('a row of several names is known again, in whichever order they come', () => {
  const path = 'pump.ts'
  const before = 'export interface Pump {\n  id: string\n}\n'
  const after = (fields: string) => `export interface Pump {\n  id: string\n${fields}}\n`
  const [one, ...others] = rowsOf({ path, before, after: after('  wellDepth: number\n  flowRate: number\n') })
  const again = { path, before, after: after('  flowRate: number\n  wellDepth: number\n') }
  expect(others).toEqual([])
  expect(rowsOf(again).map(({ key }) => key)).toEqual([one?.key])
  expect(rowsOf({ ...again, known: [one?.key ?? ''] })).toEqual([])
})

test('a name that was told alone is not told again beside others', () => {
  const path = 'pump.ts'
  const before = 'export interface Pump {\n  id: string\n}\n'
  const first = 'export interface Pump {\n  id: string\n  flowRate: number\n}\n'
  const known = rowsOf({ path, before, after: first }).map(({ key }) => key)
  const both = first.replace('flowRate', 'wellDepth: number\n  flowRate')
  expect(told({ path, before, after: both, known })).toEqual(['added wellDepth'])
})

test('a page that has any of the names comes with it as its reason', () => {
  const [gone] = rowsOf({
    path: 'motor.go',
    before: GO.replace('Pump', 'Motor').replace('\tRate', '\tWell int `json:"well_depth"`\n\tRate'),
    after: 'package pump\n',
  })
  expect(gone).toMatchObject({ name: 'Motor', more: ['well_depth', 'flow_rate'] })
  expect(gone?.pages).toEqual([{ path: 'docs/pump.md', why: 'has flow_rate' }])
})
