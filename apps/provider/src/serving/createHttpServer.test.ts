import { expect, it } from 'vitest'
import { createHttpServer } from './createHttpServer.js'

// What it does with them is measured by reliability/slowConnections.mjs: it takes a quarter of a minute.
it('closes connections that send too slowly or do not read the response', () => {
  const server = createHttpServer(() => new Response())
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000, timeout: 60_000 })
})
