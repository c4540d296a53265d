export { OpenapiDocsSource } from './openapi-docs-source.ts'
export { OpenapiOptions, type OpenapiSettings } from './options.ts'
export { withOpenapi } from './plugin.ts'
