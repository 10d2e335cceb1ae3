import { createServer } from 'node:net'
import { PlainError } from './plainError.mjs'

const host = '127.0.0.1'

/** Finds a free port. */
export function findFreePort() {
  return listenOnce(0)
}

/** Throws a readable error if the port is in use. */
export async function requireFreePort(port, requiredBy) {
  try {
    await listenOnce(port)
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error
    throw new PlainError(
      `Port ${port}, needed by ${requiredBy}, is in use; stop what listens there or choose other ports with --port-base.`,
    )
  }
}

function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const { port: found } = server.address()
      server.close(() => resolve(found))
    })
  })
}
