import { isOpenToAll } from '@docent/core'
import { DocentError, json, type Project } from '@docent/core/plugin'
import { definePublicOperation, type PublicCall, type Services } from '@docent/http'
import { z } from 'zod'
import { mcpAddress } from '../oauth/member-of-token.ts'

/** Most characters of a title or description of a card. */
const MOST_CHARACTERS = 100
const CARD_TYPE = 'application/mcp-server-card+json'
const CATALOG_TYPE = 'application/ai-catalog+json'
/** Everyone may keep it, and clients in browsers read it too. */
const OPEN_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' }

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

export const showServerCard = definePublicOperation({
  id: 'showServerCard',
  summary: 'What an MCP server is, before a client connects',
  description:
    'The MCP server card (SEP-2127) of a project that everyone can search without a key. For any other project, the reply is 404.',
  tag: 'Assistant',
  reply: {
    status: 200,
    description: 'The card.',
    content: { [CARD_TYPE]: z.looseObject({ name: z.string(), remotes: z.array(z.looseObject({})) }) },
  },
  async handle({ services, params, signal }: PublicCall) {
    const project = await services.findProject.openToAll(params.domain ?? '', { signal })
    if (!project) throw new DocentError('not_found', 'There is no such card.')
    return json(cardOf(project, services), 200, { ...OPEN_HEADERS, 'Content-Type': CARD_TYPE })
  },
})

export const listCatalog = definePublicOperation({
  id: 'listCatalog',
  summary: 'The MCP servers of this host',
  description: 'An AI Catalog with the server card of each project that everyone can search without a key.',
  tag: 'Assistant',
  reply: {
    status: 200,
    description: 'The catalog.',
    content: {
      [CATALOG_TYPE]: z.looseObject({ specVersion: z.string(), entries: z.array(z.looseObject({})) }),
    },
  },
  async handle({ services, signal }: PublicCall) {
    const open = (await services.findProject.all({ signal })).filter(isOpenToAll)
    const { hostname } = new URL(services.publicUrl())
    const entries = open.map((project) => ({
      identifier: `urn:air:${hostname}:${project.domain}`,
      displayName: project.name,
      type: CARD_TYPE,
      url: `${mcpAddress(services, project.domain)}/server-card`,
    }))
    return json({ specVersion: '1.0', entries }, 200, { ...OPEN_HEADERS, 'Content-Type': CATALOG_TYPE })
  },
})

function cardOf(project: Project, services: Services) {
  const { hostname } = new URL(services.publicUrl())
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${hostname.split('.').reverse().join('.')}/${project.domain}`,
    version: '1.0.0',
    title: cut(project.name),
    description: cut(`Searches and reads the documentation of ${project.name}.`),
    remotes: [
      {
        type: 'streamable-http',
        url: mcpAddress(services, project.domain),
        supportedProtocolVersions: VERSIONS,
      },
    ],
  }
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`
}
