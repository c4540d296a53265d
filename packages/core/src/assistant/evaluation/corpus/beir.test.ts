import { describe, expect, test } from 'vitest'
import { parseBeir } from './beir.ts'

const files = {
  corpus: '{"_id":"d1","title":"One","text":"first"}\n{"_id":2,"text":"second"}\n',
  queries: '{"_id":"q1","text":"what is first"}\n{"_id":"q2","text":"not judged"}',
  qrels: 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\t2\t0\n',
}

describe('parseBeir', () => {
  test('reads documents, and queries that are judged', () => {
    expect(parseBeir(files)).toEqual({
      documents: [
        { id: 'd1', title: 'One', text: 'first' },
        { id: '2', title: '', text: 'second' },
      ],
      queries: [{ text: 'what is first', grades: new Map([['d1', 2]]) }],
    })
  })

  test.each([
    [{ corpus: '{"_id":"d1"}' }, 'corpus.jsonl, line 1: text: '],
    [{ corpus: 'no json' }, 'corpus.jsonl, line 1: the line: '],
    [
      { corpus: '{"_id":"d1","text":"a"}\n{"_id":"d1","text":"b"}' },
      'corpus.jsonl: has two documents of one _id.',
    ],
    [{ qrels: 'a\tb\tc\nq1\td1\tmuch' }, 'the qrels, line 2: must be a query id'],
    [{ qrels: 'q1\td9\t1' }, 'the qrels, line 1: names the document d9, which is not in corpus.jsonl.'],
    [{ qrels: 'q9\td1\t1' }, 'queries.jsonl: has no query that the qrels judge.'],
  ])('refuses %j', (wrong, message) => {
    expect(() => parseBeir({ ...files, ...wrong })).toThrow(message)
  })

  test('counts a few judged documents that are missing as not found', () => {
    const judged = Array.from({ length: 10 }, () => 'q1\td1\t1').join('\n')
    const { queries } = parseBeir({ ...files, qrels: `${judged}\nq1\td9\t1` })
    expect([...(queries[0]?.grades.keys() ?? [])]).toEqual(['d1', 'd9'])
    expect(() => parseBeir({ ...files, qrels: `${judged}\nq1\td9\t1\nq1\td8\t1` })).toThrow(
      'the qrels, line 11: names the document d9, which is not in corpus.jsonl. So do 1 of the other lines.',
    )
  })
})
