import { resolve } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import { CodeRepository } from '../repository/code-repository.ts'
import { type WatchedFiles, watchedFiles } from '../repository/watched-files.ts'

/** Arguments of the commands that read a repository of this machine. */
export const PLACE_ARGS = {
  repository: {
    type: 'string',
    alias: 'r',
    default: '.',
    valueHint: 'folder',
    description: 'Git repository to read: a folder of this machine',
  },
  docs: {
    type: 'string',
    valueHint: 'folders',
    description:
      'Folders of the documentation, separated by commas; default: all pages but those of tests and the project itself',
  },
  code: {
    type: 'string',
    valueHint: 'folders',
    description: 'Folders of the code, separated by commas; default: all code but tests',
  },
  branch: { type: 'string', default: 'HEAD', description: 'Branch or commit to read' },
} as const

export interface PlaceValues {
  readonly repository: string
  readonly docs: string | undefined
  readonly code: string | undefined
  readonly branch: string
}

export interface LocalPlace {
  readonly repository: CodeRepository
  readonly files: WatchedFiles
  readonly commit: string
}

/**
 * Opens a repository, and closes it after the work.
 *
 * @throws DocentError `invalid_request` for one without its history, from which nothing could be told
 */
export async function inPlace<Result>(
  values: PlaceValues,
  folder: string,
  work: (place: LocalPlace) => Promise<Result>,
): Promise<Result> {
  const repository = await CodeRepository.open(resolve(folder, values.repository))
  try {
    if (await repository.isShallow())
      throw new DocentError(
        'invalid_request',
        'This clone has only its newest commits. Fetch the others with "git fetch --unshallow", or with "fetch-depth: 0" of actions/checkout.',
      )
    const commit = await repository.resolve(values.branch)
    return await work({ repository, commit, files: watchedFiles(listOf(values.docs), listOf(values.code)) })
  } finally {
    repository.close()
  }
}

function listOf(text: string | undefined): string[] {
  const names = (text ?? '').split(',').map((name) =>
    name
      .trim()
      .replace(/^\.?\/+/, '')
      .replace(/(?<!\/)\/+$/, ''),
  )
  return names.filter((name) => name !== '')
}
