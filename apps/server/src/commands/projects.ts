import { defineGroup } from '@docent/command-line'
import { PROJECT_COMMANDS } from '@docent/commands'
import { inspect } from './inspect-project.ts'

const { add, ...others } = PROJECT_COMMANDS

export const command = defineGroup('Add, inspect, list, remove, and restore documentation projects', {
  add,
  inspect,
  ...others,
})
