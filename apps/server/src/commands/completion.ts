import {
  bashCompletion,
  commandTree,
  defineLocal,
  fishCompletion,
  placesOf,
  zshCompletion,
} from '@docent/command-line'
import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'

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
