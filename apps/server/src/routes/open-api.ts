import type { Docent, Operation, RouteTable } from '@docent/core/plugin'
import { z } from 'zod'
import { describeApi } from '../open-api/describe-api.ts'
import { definePublicOperation } from '../requests/operation.ts'

/** @param routesOf the table itself, which this operation is a part of, with the routes of plugins. */
export function openApi(routesOf: (docent: Docent) => RouteTable): Operation {
  const documents = new WeakMap<Docent, string>()
  return definePublicOperation({
    id: 'openApi',
    summary: 'This document',
    tag: 'Server',
    reply: {
      status: 200,
      description: 'OpenAPI 3.1.',
      content: { 'application/json': z.looseObject({ openapi: z.string() }) },
    },
    async handle({ docent }) {
      const document = documents.get(docent) ?? JSON.stringify(describeApi(routesOf(docent)))
      documents.set(docent, document)
      return {
        kind: 'text',
        status: 200,
        type: 'application/json; charset=utf-8',
        body: document,
        headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' },
      }
    },
  })
}
