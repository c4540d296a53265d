import { z } from 'zod'
import { DocentError } from '../../../errors/docent-error.ts'
import { parseJson } from '../parse-json.ts'

/** The texts of the files of a BEIR folder. */
export interface BeirFiles {
  /** `corpus.jsonl`: `{"_id", "title", "text"}` a line. */
  corpus: string
  /** `queries.jsonl`: `{"_id", "text"}` a line. */
  queries: string
  /** `qrels/test.tsv`: query id, document id and grade, with a first line of titles. */
  qrels: string
}

export interface TestCorpus {
  documents: readonly { id: string; title: string; text: string }[]
  /** Queries with at least one document that answers them. */
  queries: readonly { text: string; grades: ReadonlyMap<string, number> }[]
}

const id = z.union([z.string(), z.number()]).transform(String)
const Document = z.object({ _id: id, title: z.string().optional(), text: z.string() })
const Query = z.object({ _id: id, text: z.string().trim().min(1) })

/**
 * Reads a test collection in the format of BEIR.
 *
 * @see https://github.com/beir-cellar/beir/wiki/Load-your-custom-dataset
 * @throws DocentError `invalid_request` that names the file and the line.
 */
export function parseBeir({ corpus, queries, qrels }: BeirFiles): TestCorpus {
  const documents = jsonLines('corpus.jsonl', corpus, Document).map(({ _id, title = '', text }) => ({
    id: _id,
    title,
    text,
  }))
  const known = new Set(documents.map((each) => each.id))
  if (known.size < documents.length) throw wrong('corpus.jsonl', 'has two documents of one _id')
  const grades = readGrades(qrels, known)
  const judged = jsonLines('queries.jsonl', queries, Query).flatMap(({ _id, text }) => {
    const own = grades.get(_id)
    return own === undefined ? [] : [{ text, grades: own }]
  })
  if (judged.length === 0) throw wrong('queries.jsonl', 'has no query that the qrels judge')
  return { documents, queries: judged }
}

/** Public collections judge some documents that they do not hold. More than this share is the wrong corpus. */
const MOST_MISSING = 0.1

/**
 * A grade of 0 says that the document does not answer the query. A missing document counts as one that is not found, as
 * trec_eval has it.
 */
function readGrades(text: string, known: ReadonlySet<string>): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>()
  const missing: { line: number; document: string }[] = []
  let count = 0
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '') return
    const [query = '', document = '', value = ''] = line.split('\t')
    const grade = Number(value.trim() || Number.NaN)
    if (Number.isNaN(grade)) {
      if (index === 0) return
      throw wrong(
        `the qrels, line ${index + 1}`,
        'must be a query id, a document id and a number, with tabs between',
      )
    }
    count++
    if (!known.has(document)) missing.push({ line: index + 1, document })
    if (grade <= 0) return
    const own = grades.get(query) ?? new Map<string, number>()
    grades.set(query, own.set(document, grade))
  })
  const [first] = missing
  if (first !== undefined && missing.length > count * MOST_MISSING) {
    const others = missing.length > 1 ? `. So do ${missing.length - 1} of the other lines` : ''
    throw wrong(
      `the qrels, line ${first.line}`,
      `names the document ${first.document}, which is not in corpus.jsonl${others}`,
    )
  }
  return grades
}

function jsonLines<Line extends z.ZodType>(file: string, text: string, schema: Line): z.output<Line>[] {
  const lines: z.output<Line>[] = []
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '') return
    const parsed = schema.safeParse(parseJson(line))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw wrong(`${file}, line ${index + 1}`, `${issue?.path.join('.') || 'the line'}: ${issue?.message}`)
    }
    lines.push(parsed.data)
  })
  return lines
}

function wrong(where: string, what: string): DocentError {
  return new DocentError('invalid_request', `${where}: ${what}.`)
}
