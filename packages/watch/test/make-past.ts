import { createBareRepository, runGit } from '@docent/git'

export interface PastChange {
  message: string
  /** Days before `now`. */
  daysAgo: number
  /** Path → content; null deletes. */
  files: Readonly<Record<string, string | null>>
}

/** Makes a bare repository whose branch `main` has these commits. */
export async function makePast(gitDir: string, now: number, changes: readonly PastChange[]): Promise<void> {
  await createBareRepository(gitDir, 'https://git.test/lamp')
  const commits = changes.map(({ message, daysAgo, files }) => {
    const seconds = Math.floor(now / 1000 - daysAgo * 86_400)
    const parts = Object.entries(files).map(([path, content]) =>
      content === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`,
    )
    return `commit refs/heads/main\ncommitter A person <person@example.com> ${seconds} +0000\n${data(message)}${parts.join('')}`
  })
  await runGit(['fast-import', '--quiet'], { gitDir, input: commits.join('') })
  await runGit(['symbolic-ref', 'HEAD', 'refs/heads/main'], { gitDir })
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}
