import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FISH, ZSH } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInProcess } from './cli/in-process.ts'

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-completion-'))
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, stderr } = await runInProcess(['completion', shell])
    expect(stderr).toBe('')
    await writeFile(join(folder, shell), stdout)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a shell offers behind each line; `|` is where the person stands. */
const CASES: readonly { line: string; offers: readonly string[]; not?: string }[] = [
  { line: 'docent ', offers: ['ask', 'serve', 'keys', 'completion'] },
  { line: 'docent ag', offers: ['agent'], not: 'ask' },
  { line: 'docent agent ', offers: ['create', 'follow', 'wait'], not: 'ask' },
  { line: 'docent agent create --', offers: ['--project', '--follow', '--json'], not: '--status' },
  { line: 'docent agent list --status ', offers: ['active', 'completed', 'failed'], not: 'create' },
  { line: 'docent agent list -p docs --st', offers: ['--status'], not: '--project' },
  { line: 'docent keys create --kind ', offers: ['admin', 'assistant'] },
  { line: 'docent completion ', offers: ['bash', 'zsh', 'fish'] },
]

describe('bash', () => {
  test.each(CASES)('completes "$line"', async ({ line, offers, not }) => {
    const script = `source ${folder}/bash
      read -ra COMP_WORDS <<< "$1"
      if [[ "$1" == *" " ]]; then COMP_WORDS+=(""); fi
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      compopt() { :; }
      _docent
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = await run('bash', ['--norc', '-euc', script, 'bash', line])
    expect(stderr).toBe('')
    check(stdout.trim().split('\n'), offers, not)
  })

  test('is registered for docent', async () => {
    const { stdout } = await run('bash', ['--norc', '-euc', `source ${folder}/bash; complete -p docent`])
    expect(stdout).toBe('complete -F _docent docent\n')
  })
})

describe('fish', needs(FISH), () => {
  test.each(CASES)('completes "$line"', async ({ line, offers, not }) => {
    const command = `source ${folder}/fish; complete -C '${line}'`
    const { stdout, stderr } = await run('fish', ['--no-config', '-c', command], {
      env: { ...process.env, HOME: folder },
    })
    expect(stderr).toBe('')
    check(
      stdout.split('\n').map((each) => each.split('\t')[0] ?? ''),
      offers,
      not,
    )
  })
})

describe('zsh', needs(ZSH), () => {
  test.each(CASES)('completes "$line"', async ({ line, offers }) => {
    // Completion needs a line editor, which zsh only has in a terminal: one of its own modules makes that terminal.
    const script = `zmodload zsh/zpty
      zpty it 'zsh -f -i'
      zpty -w it "PROMPT=; TERM=dumb; stty columns 300; unsetopt list_beep; setopt no_always_last_prompt; autoload -Uz compinit; compinit -D -u; source ${folder}/zsh; zstyle ':completion:*' list-grouped false; zstyle ':completion:*' insert-tab false; bindkey '^X' list-choices; print READY"
      zpty -r it line '*READY*READY*' || zpty -r it line '*READY*'
      zpty -w -n it "$1"$'\\C-x'
      text=''
      for ((i = 0; i < 100; i++)); do
        zpty -r -t it piece && text+="$piece"
        missing=0
        for offer in "\${@:2}"; do [[ "$text" == *"$offer"* ]] || missing=1; done
        (( missing )) || break
        sleep 0.1
      done
      print -r -- "$text"
      zpty -d it`
    const { stdout } = await run('zsh', ['-f', '-c', script, 'zsh', line, ...offers], {
      env: { ...process.env, HOME: folder },
    })
    for (const offer of offers) expect(stdout).toContain(offer)
  })

  test('its script is sound', async () => {
    await expect(run('zsh', ['-n', join(folder, 'zsh')])).resolves.toMatchObject({ stderr: '' })
  })
})

function check(found: readonly string[], offers: readonly string[], not: string | undefined): void {
  for (const offer of offers) expect(found).toContain(offer)
  if (not !== undefined) expect(found).not.toContain(not)
}
