import { defineLocal } from '@docent/command-line'
import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'
import { DocentConfig } from '../config/docent-config.ts'
import { type SchemaOption, schemaOptions } from '../config/schema-options.ts'

export const command = defineLocal({
  description: 'List the options of docent.config.ts',
  args: {
    option: {
      type: 'positional',
      required: false,
      description: 'Show only this option and the options below it, such as agent or http.port',
    },
  },
  example: 'config leases.jobs',
  json: z.object({
    options: z.array(z.object({ name: z.string(), type: z.string(), default: z.string(), text: z.string() })),
  }),
  run: async ({ args: { option } }) => ({ options: optionsBelow(option) }),
  show: ({ options }, out) => out.line(options.map(optionText).join('\n\n')),
})

/** @throws DocentError `invalid_request` for an option that there is not. */
function optionsBelow(name: string | undefined): SchemaOption[] {
  const options = schemaOptions(DocentConfig)
  if (name === undefined) return options
  const below = options.filter((option) => option.name === name || option.name.startsWith(`${name}.`))
  if (below.length > 0) return below
  throw new DocentError(
    'invalid_request',
    `There is no option "${name}". Run docent config without a name to see all of them.`,
  )
}

/** `http.port (integer, 0 to 65,535; default 3,000)`, and below it what the option does. */
function optionText({ name, type, default: fallback, text }: SchemaOption): string {
  const facts =
    fallback === '' ? '' : ` (${type}; ${fallback === 'required' ? fallback : `default ${fallback}`})`
  return `${name}${facts}\n  ${text}`
}
