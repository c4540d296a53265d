import type { StoredRow, StoredRows } from '@docent/core/plugin'
import { turnColumns } from '@docent/sql'
import { SeededRandom } from '../grounding/random.ts'

export const PROJECT = 'p1'
/** A visitor of whom one tenth of all turns is. */
export const FREQUENT = 'frequent visitor'

const DAY = 86_400_000
const DAYS = 365
const PAGES = 1_000
const QUERIES = 20_000
const BATCH = 2_000
const SOURCES = ['code_snippet', 'contextual', 'agent', 'thumbs_only']
const STATUSES = ['pending', 'in_progress', 'resolved', 'dismissed']
const OUTCOMES = [
  'answered',
  'answered',
  'answered',
  'answered',
  'answered',
  'answered',
  'unanswered',
  'failed',
]
const CALLERS = ['web', 'web', 'web', 'api', 'other']
const MODELS = ['openai:gpt-5.2', 'anthropic:claude-sonnet-5']
const ANSWER = 'Set the option in the configuration file, and start the server again. '.repeat(8)

/** The moment at which the year of rows ends: a midnight, so that every run reads the same. */
export const END = Date.UTC(2026, 0, 1)
export const START = END - DAYS * DAY

/** A year of a busy project: as many searches as turns, a fifth as much feedback, and views of every page of every day. */
export async function fill(rows: StoredRows, turns: number): Promise<void> {
  const draw = new Draw()
  await rows.write('organizations', [{ id: 'o1', body: JSON.stringify({ id: 'o1', name: 'Acme' }) }])
  const threads = Math.ceil(turns / 4)
  await inBatches(
    threads,
    (n) => thread(n, turns, threads),
    (batch) => rows.write('threads', batch),
  )
  const spoken: { seq: number; at: number; outcome: string; query: string }[] = []
  await inBatches(
    turns,
    (n) => {
      const turn = { seq: n + 1, at: momentOf(n, turns), outcome: draw.of(OUTCOMES), query: draw.query() }
      spoken.push(turn)
      return turnRow(draw, turn, threadOf(n, turns, threads))
    },
    (batch) => rows.write('thread_turns', batch),
  )
  const said = (turn: (typeof spoken)[number]) => ({ project_id: PROJECT, created_at: turn.at })
  await inBatches(
    turns,
    (n) => {
      const turn = spoken[n] as (typeof spoken)[number]
      return {
        turn: turn.seq,
        ...said(turn),
        unanswered: Number(turn.outcome === 'unanswered'),
        query: turn.query,
      }
    },
    (batch) => rows.write('turn_searches', batch),
  )
  await inBatches(
    Math.floor(turns / 10),
    (n) => {
      const turn = spoken[n * 10] as (typeof spoken)[number]
      const rating = draw.of(['up', 'up', 'down'])
      const body = JSON.stringify({ rating, text: 'It did not work at first.', createdAt: turn.at })
      return { turn: turn.seq, ...said(turn), turn_id: `t${turn.seq}`, rating, body }
    },
    (batch) => rows.write('turn_feedback', batch),
  )
  await inBatches(
    turns,
    (n) => search(draw, n, momentOf(n, turns)),
    (batch) => rows.write('direct_searches', batch),
  )
  const feedback = Math.floor(turns / 5)
  await inBatches(
    feedback,
    (n) => pageFeedback(draw, n, momentOf(n, feedback)),
    (batch) => rows.write('page_feedback', batch),
  )
  await inBatches(
    DAYS * (PAGES + 1) * 2,
    (n) => views(draw, n),
    (batch) => rows.write('page_views', batch),
  )
}

export function pathOf(n: number): string {
  return `/guides/section-${n % 40}/page-${n}`
}

function momentOf(n: number, all: number): number {
  return START + Math.floor((n / all) * DAYS * DAY)
}

/** Every tenth turn is of the frequent visitor, whose threads are the first tenth. */
function threadOf(n: number, turns: number, threads: number): number {
  const theirs = Math.floor(threads / 10)
  if (n % 10 === 0) return 1 + (Math.floor(n / 40) % theirs)
  return 1 + theirs + Math.floor((n / turns) * (threads - theirs))
}

function thread(n: number, turns: number, threads: number): StoredRow {
  const isFrequent = n < Math.floor(threads / 10)
  const fp = isFrequent ? FREQUENT : `visitor ${n}`
  const share = isFrequent ? n / (threads / 10) : (n - threads / 10) / (threads * 0.9)
  const at = momentOf(share * turns, turns)
  const id = `thread-${n + 1}`
  const body = { id, projectId: PROJECT, fp, threadKeyHash: null, createdAt: at }
  return {
    seq: n + 1,
    id,
    project_id: PROJECT,
    fp: JSON.stringify(fp),
    created_at: at,
    updated_at: at,
    body: JSON.stringify(body),
  }
}

function turnRow(
  draw: Draw,
  { seq, at, outcome, query }: { seq: number; at: number; outcome: string; query: string },
  threadSeq: number,
): StoredRow {
  const caller = draw.of(CALLERS)
  const path = pathOf(draw.page())
  const turn = {
    id: `t${seq}`,
    question: `How do I ${query}?`,
    caller,
    asked: { currentPath: path },
    answer: ANSWER,
    outcome,
    sources: [{ path, url: `https://docs.example.com${path}`, title: 'A page' }],
    searches: [query],
    model: draw.of(MODELS),
    inputTokens: 3_000,
    outputTokens: 400,
    firstTextMs: 700,
    totalMs: 3_100,
    createdAt: at,
  }
  const row = { seq, thread: threadSeq, position: seq, created_at: at, project_id: PROJECT, id: turn.id }
  return { ...row, outcome, caller, ...turnColumns(turn), body: JSON.stringify(turn) }
}

function search(draw: Draw, n: number, at: number): StoredRow {
  const clicked = n % 10 < 3 ? pathOf(draw.page() % 20) : null
  return {
    seq: n + 1,
    created_at: at,
    results: n % 9,
    ms: 12,
    project_id: PROJECT,
    source: n % 5 === 0 ? 'mcp' : 'search',
    query: draw.query(),
    fp: JSON.stringify(n % 10 === 0 ? FREQUENT : `visitor ${n}`),
    visitor: null,
    paths: null,
    clicked,
  }
}

function pageFeedback(draw: Draw, n: number, at: number): StoredRow {
  const feedback = {
    id: `f${n}`,
    projectId: PROJECT,
    path: pathOf(draw.page()),
    source: draw.of(SOURCES),
    status: draw.of(STATUSES),
    helpful: draw.of([true, false, null]),
    comment: 'The example does not work with the current version.',
    contact: null,
    code: null,
    filename: null,
    lang: null,
    fp: `visitor ${n}`,
    createdAt: at,
  }
  return {
    seq: n + 1,
    created_at: at,
    thumb: feedback.helpful === null ? 0 : feedback.helpful ? 1 : -1,
    id: feedback.id,
    project_id: PROJECT,
    path: feedback.path,
    source: feedback.source,
    status: feedback.status,
    fp: JSON.stringify(feedback.fp),
    body: JSON.stringify(feedback),
  }
}

/** The empty path counts all pages of a day. */
function views(draw: Draw, n: number): StoredRow {
  const day = START + Math.floor(n / ((PAGES + 1) * 2)) * DAY
  const page = Math.floor(n / 2) % (PAGES + 1)
  const count = page === 0 ? 20_000 : 1 + Math.floor((draw.random.next() * 2_000) / page)
  const path = page === 0 ? '' : pathOf(page)
  const reader = n % 2 === 0 ? 'human' : 'ai'
  return { project_id: PROJECT, path, day, reader, views: count, visitors: Math.ceil(count / 2) }
}

/** Queries and pages as people use them: the n-th most frequent about 1/n as often as the first. */
class Draw {
  readonly random = new SeededRandom(1)

  of<Value>(values: readonly Value[]): Value {
    return values[this.random.below(values.length)] as Value
  }

  query(): string {
    const n = Math.floor(QUERIES ** this.random.next())
    return `configure ${['proxy', 'key', 'backup', 'index', 'limit'][n % 5]} number ${n}`
  }

  page(): number {
    return 1 + (Math.floor(PAGES ** this.random.next()) % PAGES)
  }
}

async function inBatches(
  count: number,
  row: (n: number) => StoredRow,
  write: (batch: StoredRow[]) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first)
    await write(Array.from({ length: size }, (_, n) => row(first + n)))
  }
}
