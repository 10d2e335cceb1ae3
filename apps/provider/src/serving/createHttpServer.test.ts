import { expect, it } from 'vitest'
import { createHttpServer } from './createHttpServer.js'

// Takes 15 s to observe, so reliability/slowConnections.mjs tests the effect.
it('closes connections that send too slowly or do not read the response', () => {
  const server = createHttpServer(() => new Response())
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000, timeout: 60_000 })
})
