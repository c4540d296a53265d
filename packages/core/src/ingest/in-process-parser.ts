import type { CallOptions } from '../ports/call-options.ts'
import type { PageParser, ParsedFile, SourceText } from './page-parser.ts'
import { parseSourceText } from './parse-source-text.ts'

/** Parses in this thread, a file at a time with a turn for other work in between. For a few files. */
export class InProcessParser implements PageParser {
  async parse(files: readonly SourceText[], { signal }: CallOptions = {}): Promise<ParsedFile[]> {
    const parsed: ParsedFile[] = []
    for (const file of files) {
      signal?.throwIfAborted()
      parsed.push(parseSourceText(file))
      await new Promise(setImmediate)
    }
    return parsed
  }

  async close(): Promise<void> {}
}
