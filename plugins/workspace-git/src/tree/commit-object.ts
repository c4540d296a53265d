import { DocentError, type PublishIntent } from '@docent/core/plugin'

export interface CommitFields {
  tree: string
  parents: readonly string[]
  message: string
  author: { name: string; email: string }
  /** Milliseconds since the epoch. */
  date: number
}

/** The bytes of a commit object: the same fields give the same bytes on every machine, UTC always. */
export function serializeCommit(fields: CommitFields): Buffer {
  const person = `${clean(fields.author.name)} <${clean(fields.author.email)}> ${Math.floor(fields.date / 1000)} +0000`
  const message = fields.message.replaceAll('\r\n', '\n').trimEnd()
  if (message === '' || message.includes('\0') || !message.isWellFormed()) {
    throw new DocentError('invalid_request', 'A commit needs a message, in plain text.')
  }
  if (clean(fields.author.name) === '')
    throw new DocentError('invalid_request', 'A commit needs the name of an author.')
  return Buffer.from(
    [
      `tree ${fields.tree}`,
      ...fields.parents.map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
      '',
      `${message}\n`,
    ].join('\n'),
  )
}

/** The commit that an intent stands for. */
export function commitOfIntent(intent: Omit<PublishIntent, 'commit' | 'branch'>): Buffer {
  return serializeCommit({ ...intent, parents: [intent.parent] })
}

/** git strips the same: line breaks and angle brackets would end the field. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}<>]/gu, '')
    .replaceAll(/^[\s.,:;"'\\]+|(?<![\s.,:;"'\\])[\s.,:;"'\\]+$/g, '')
}
