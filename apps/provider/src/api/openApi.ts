import { failure } from '@latchkey/wire/http/failure'
import { accountId, networkId } from '@latchkey/wire/http/fields'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { RawRoute, Route } from '../http/route.js'

type Json = { readonly [key: string]: unknown }

/** Schemas with custom checks, described by hand. */
const schemaOverrides = new Map<unknown, Json>([
  [networkId, { type: 'string', description: 'A chain id such as eip155:1.' }],
  [accountId, { type: 'string', description: 'An account id such as eip155:1:0xab….' }],
])

/** Describes the mounted routes as an OpenAPI 3.1 document. */
export function createOpenApi(
  routes: readonly Route[],
  rawRoutes: readonly RawRoute[],
  publicUrl: string,
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const add = (method: string, path: string, operation: Json) => {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const { endpoint } of routes) add(endpoint.method, endpoint.path, operationOf(endpoint))
  for (const { name, method, path, isOpen } of rawRoutes) {
    add(method, path, {
      operationId: name,
      parameters: [
        ...[...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
          name: parameter,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        ...(isOpen ? [] : [projectParameter]),
      ],
      responses: { 200: { description: 'Success.' }, default: failedResponse },
    })
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey provider', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
  }
}

const projectParameter: Json = {
  name: 'projectId',
  in: 'query',
  required: true,
  description: 'Also accepted as the header x-project-id or a field of the body.',
  schema: { type: 'string' },
}

const idempotencyParameter: Json = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'Send the same key with every retry: within a day the request takes effect once.',
  schema: { type: 'string', minLength: 16, maxLength: 255 },
}

const failedResponse: Json = {
  description: 'The request failed; the reasons are in the body.',
  content: { 'application/json': { schema: schemaOf(failure, 'output') } },
}

function operationOf(endpoint: Route['endpoint']): Json {
  const { name, params, query, headers, body, items, response, caching } = endpoint
  const input = body ?? items
  const isImage = caching === 'image'
  return {
    operationId: name,
    parameters: [
      ...fieldsOf(params, 'path'),
      ...fieldsOf(query, 'query'),
      ...fieldsOf(headers, 'header'),
      ...(isImage ? [] : [projectParameter]),
      ...(endpoint.changes ? [idempotencyParameter] : []),
    ],
    ...(input && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(input, 'input') } },
      },
    }),
    responses: {
      200: {
        description: isImage ? 'An image.' : 'Success.',
        ...(isImage && { content: { 'image/*': {} } }),
        // Responses are parsed by the schema, so its output type applies.
        ...(response && {
          content: { 'application/json': { schema: schemaOf(response, 'output') } },
        }),
      },
      default: failedResponse,
    },
  }
}

function fieldsOf(
  fields: Route['endpoint']['params'],
  location: 'path' | 'query' | 'header',
): Json[] {
  if (!fields) return []
  const { properties = {}, required = [] } = schemaOf(fields, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }))
}

function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
    overrideSchema: ({ valibotSchema }) => schemaOverrides.get(valibotSchema),
  })
  return rest
}
