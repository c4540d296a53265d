import type { TurnTool } from '../../turn/turn-tool.ts'
import { type AddedAgentTool, addedAgentTool } from './added-agent-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'
import { replaceInFiles } from './replace-in-files.ts'
import { searchDocs } from './search-docs.ts'
import { searchFiles } from './search-files.ts'
import { todoWrite } from './todo-write.ts'
import { writeFile } from './write-file.ts'

const TOOLS = {
  list_files: listFiles,
  read_file: readFile,
  search_files: searchFiles,
  search_docs: searchDocs,
  edit_file: editFile,
  replace_in_files: replaceInFiles,
  write_file: writeFile,
  move_file: moveFile,
  delete_file: deleteFile,
  todo_write: todoWrite,
  check_docs: checkDocs,
}

/** Names that no tool of a plugin may have. */
export const AGENT_TOOL_NAMES: readonly string[] = Object.keys(TOOLS)

/** Every tool of the agent, and those of plugins, bound to one run. */
export function agentTools(context: AgentToolContext, added: readonly AddedAgentTool[] = []): TurnTool[] {
  const own = Object.values(TOOLS).map((make) => make(context))
  return [...own, ...added.map((tool) => addedAgentTool(tool, context))]
}
