import { threadId } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { SqlThreadStore } from '@docent/sql'
import { Database, SqliteSql } from '@docent/store-sqlite'

const DAY_MS = 86_400_000
const QUESTIONS = [
  'How do I connect GitHub?',
  'How do I add my own project?',
  'Where are the limits written?',
  'What does the hosted plan cost?',
  'How do I revoke an API key?',
  'Which models work without a key?',
]

/** A month of conversations of the demo, so that its reports have something to show. The same each time. */
export async function seedMonth(file: string): Promise<void> {
  const database = new Database(file)
  database.open()
  try {
    const store = new SqlThreadStore(new SqliteSql(database))
    const now = Date.now()
    let n = 0
    for (let day = 29; day >= 0; day--) {
      const isWeekend = [0, 6].includes(new Date(now - day * DAY_MS).getUTCDay())
      const count = Math.round((isWeekend ? 6 : 18) + 6 * Math.sin(day * 1.7) + (29 - day) / 3)
      for (let index = 0; index < count; index++)
        await addThread(store, ++n, now - day * DAY_MS - index * 60_000)
    }
  } finally {
    database.close()
  }
}

async function addThread(store: SqlThreadStore, n: number, createdAt: number): Promise<void> {
  const id = threadId(`f${n.toString(16).padStart(31, '0')}`)
  const question = QUESTIONS[n % QUESTIONS.length] ?? ''
  const isUnanswered = question.includes('cost')
  await store.create({
    id,
    projectId: projectId('docent'),
    fp: `reader-${n % 90}`,
    threadKeyHash: null,
    createdAt,
  })
  await store.append(id, {
    id: `turn-${n}`,
    question,
    asked: {},
    answer: isUnanswered ? 'The documentation does not say.' : 'It is on this page. [1]',
    outcome: isUnanswered ? 'unanswered' : 'answered',
    sources: [],
    searches: [question],
    model: 'offline:docent',
    inputTokens: 1_900 + (n % 7) * 120,
    outputTokens: 160 + (n % 5) * 20,
    firstTextMs: 12,
    totalMs: 40,
    createdAt,
  })
  if (n % 9 === 0)
    await store.rate(id, `turn-${n}`, {
      rating: n % 27 === 0 ? 'down' : 'up',
      text: n % 27 === 0 ? 'It does not say which permission the token needs.' : '',
      createdAt: createdAt + 30_000,
    })
}
