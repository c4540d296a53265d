/** What a tool call does, in words; an unknown tool shows its own name. */
export function toolTitle(name: string, input: unknown): string {
  const value = (key: string): string => {
    const found = (input as Record<string, unknown> | null)?.[key]
    return typeof found === 'string' ? found : ''
  }
  const path = value('path')
  switch (name) {
    case 'read_file':
      return `Read ${path}`
    case 'write_file':
      return `Write ${path}`
    case 'edit_file':
      return `Edit ${path}`
    case 'replace_in_files':
      return `Replace “${value('old_text')}” in files`
    case 'delete_file':
      return `Delete ${path}`
    case 'move_file':
      return `Move ${value('from')} to ${value('to')}`
    case 'list_files':
      return `List files${path === '' ? '' : ` in ${path}`}`
    case 'search_files':
      return `Search files for “${value('pattern') || value('query')}”`
    case 'search_docs':
      return `Search the documentation for “${value('query')}”`
    case 'check_docs':
      return 'Check links, navigation and pages'
    case 'todo_write':
      return 'Plan the work'
    default:
      return name
  }
}
