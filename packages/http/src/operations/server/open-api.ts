import type { RouteTable } from '@docent/core/plugin'
import { z } from 'zod'
import { definePublicOperation } from '../../calls/operation.ts'
import { describeApi } from '../../open-api/describe-api.ts'

/** A document takes a while to make, and routes never change. */
const documents = new WeakMap<RouteTable, string>()

export const openApi = definePublicOperation({
  id: 'openApi',
  summary: 'This document',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'OpenAPI 3.1.',
    content: { 'application/json': z.looseObject({ openapi: z.string() }) },
  },
  async handle({ services: { routes } }) {
    const document = documents.get(routes) ?? JSON.stringify(describeApi(routes))
    documents.set(routes, document)
    return {
      kind: 'text',
      status: 200,
      type: 'application/json; charset=utf-8',
      body: document,
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' },
    }
  },
})
