import { z } from 'zod'
import { describeApi } from '../open-api/describe-api.ts'
import type { RouteTable } from '../requests/mount.ts'
import { definePublicOperation, type Operation } from '../requests/operation.ts'

/** @param routes the table itself, which this operation is a part of. */
export function openApi(routes: () => RouteTable): Operation {
  let document: string | undefined
  return definePublicOperation({
    id: 'openApi',
    summary: 'This document',
    tag: 'Server',
    reply: {
      status: 200,
      description: 'OpenAPI 3.1.',
      content: { 'application/json': z.looseObject({ openapi: z.string() }) },
    },
    async handle() {
      document ??= JSON.stringify(describeApi(routes()))
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
