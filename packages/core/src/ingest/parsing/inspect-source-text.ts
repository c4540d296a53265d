import { type FormatName, inspectPage, type PageInspection } from '@docent/content'
import { isMachineFailure } from '../../errors/machine-failure.ts'

/** A documentation file to look at. */
export interface InspectedText {
  /** Repository-relative, posix. */
  file: string
  content: Uint8Array
  /** Formats that the site of the page takes. */
  formats: readonly FormatName[]
  /** Attributes that the site gives the page. */
  attributes?: Readonly<Record<string, string>>
  /** Whether MDX is parsed in full, which is most of the work. */
  compile: boolean
}

/** Decodes and inspects one file: what both the thread of the server and the worker threads run. */
export async function inspectSourceText({
  file,
  content,
  ...options
}: InspectedText): Promise<PageInspection> {
  try {
    return await inspectPage(file, new TextDecoder().decode(content), options)
  } catch (error) {
    if (isMachineFailure(error)) throw error
    return failedInspection(file, error instanceof Error ? error.message : String(error))
  }
}

/** The problem of a page that the checks could not inspect. It is a warning, because the page may be correct. */
export function failedInspection(file: string, reason: string): PageInspection {
  const message = `The page could not be checked: ${reason}`
  return {
    problems: [{ file, line: 1, column: 1, rule: 'page-too-large', message, severity: 'warning' }],
    links: [],
    anchors: [],
    hasMoreAnchors: true,
  }
}
