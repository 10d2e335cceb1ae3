import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, requireFreePort } from './ports.mjs'

test('names a port in use and what needs it', async () => {
  const port = await findFreePort()
  await requireFreePort(port, 'demo')
  const server = createServer()
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await expect(requireFreePort(port, 'demo')).rejects.toThrow(
    `Port ${port}, needed by demo, is in use`,
  )
  await new Promise((resolve) => server.close(resolve))
})
