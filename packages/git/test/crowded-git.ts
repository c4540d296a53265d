import { closeSync, openSync } from 'node:fs'
import { DocentError } from '@docent/core/plugin'
import { CatFile } from '../src/objects/cat-file.ts'
import { runGit } from '../src/run/run-git.ts'

/** A program with few open files: uses all of them, asks git in both ways, and asks again once they are closed. */
const [gitDir = '', commit = ''] = process.argv.slice(2)
const objects = new CatFile(gitDir)

const ways: Record<string, () => Promise<unknown>> = {
  runGit: () => runGit(['version']),
  catFile: () => objects.info(commit),
}

async function outcomes(): Promise<Record<string, string>> {
  const entries = Object.entries(ways).map(async ([name, ask]) => {
    const outcome = await ask().then(
      (answer) => (answer === undefined ? 'nothing' : 'ok'),
      (error: unknown) =>
        DocentError.is(error) ? `${error.code} ${error.isRetryable} ${error.isLocal}` : String(error),
    )
    return [name, outcome]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const files: number[] = []
try {
  for (;;) files.push(openSync('/dev/null', 'r'))
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error
}
const crowded = await outcomes()
for (const file of files) closeSync(file)
console.log(JSON.stringify({ crowded, later: await outcomes() }))
objects.close()
