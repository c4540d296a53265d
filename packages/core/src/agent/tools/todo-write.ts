import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function todoWrite(context: AgentToolContext): TurnTool {
  return defineTool({
    name: 'todo_write',
    description:
      'Replaces your todo list. People watch it: keep it short and true, one item in_progress at a time.',
    input: z.object({
      todos: z
        .array(
          z.object({
            id: z.string().min(1).max(64),
            content: z.string().min(1).max(500).describe('What is to be done, as a person would say it.'),
            status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
            priority: z.enum(['high', 'medium', 'low']).default('medium'),
          }),
        )
        .max(50),
    }),
    execute({ todos }) {
      context.todos = todos
      const done = todos.filter((todo) => todo.status === 'completed').length
      return Promise.resolve(
        `Noted: ${todos.length} ${todos.length === 1 ? 'item' : 'items'}, ${done} completed.`,
      )
    },
  })
}
