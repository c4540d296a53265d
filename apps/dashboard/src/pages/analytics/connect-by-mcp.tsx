import { useProject } from '../../shell/use-project.ts'
import { CopyCode } from '../../ui/copy-code.tsx'

/** How people give their coding agents the documentation of the project. */
export function ConnectByMcp() {
  const { domain } = useProject()
  const url = `${location.origin}/mcp/${encodeURIComponent(domain)}`
  const cursor = new URLSearchParams({ name: domain, config: btoa(JSON.stringify({ url })) })
  const code = encodeURIComponent(JSON.stringify({ name: domain, type: 'http', url }))
  return (
    <section aria-labelledby="connect-by-mcp">
      <h3 id="connect-by-mcp">Connect by MCP</h3>
      <CopyCode text={url} label="MCP address" />
      <p className="row wrap small">
        <a href={`cursor://anysphere.cursor-deeplink/mcp/install?${cursor}`}>Add to Cursor</a>
        <a href={`vscode:mcp/install?${code}`}>Add to VS Code</a>
      </p>
      <p className="quiet small">
        Pages that are public need no key. For other pages, add an assistant key as the header{' '}
        <code>Authorization</code>.
      </p>
    </section>
  )
}
