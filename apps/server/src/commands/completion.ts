import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'
import { bashCompletion } from '../command-line/completion/bash.ts'
import { placesOf } from '../command-line/completion/completion-words.ts'
import { fishCompletion } from '../command-line/completion/fish.ts'
import { zshCompletion } from '../command-line/completion/zsh.ts'
import { commandTree } from '../command-line/tree/command-tree.ts'
import { defineLocal } from '../command-line/tree/define-command.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const
const NAMES = Object.keys(SHELLS)

export const command = defineLocal({
  description: 'Print the completion script for a shell',
  args: { shell: { type: 'positional', required: true, description: 'bash, zsh, or fish' } },
  choices: NAMES,
  example: 'completion bash > ~/.local/share/bash-completion/completions/docent',
  json: z.object({ shell: z.string(), script: z.string() }),
  async run({ args: { shell }, commands }) {
    if (!Object.hasOwn(SHELLS, shell))
      throw new DocentError(
        'invalid_request',
        `There is no completion for "${shell}". Use bash, zsh, or fish.`,
      )
    const script = SHELLS[shell as keyof typeof SHELLS](placesOf(await commandTree(commands)))
    return { shell, script }
  },
  show: ({ script }, out) => out.text(script),
})
