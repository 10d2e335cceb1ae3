import { createServer } from 'node:net'
import { PlainError } from './plainError.mjs'

const host = '127.0.0.1'

/** A port nobody listens on right now. */
export function findFreePort() {
  return listenOnce(0)
}

/** Fails with a sentence when somebody already listens on the port. */
export async function requireFreePort(port, wantedBy) {
  try {
    await listenOnce(port)
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error
    throw new PlainError(
      `Port ${port}, wanted by ${wantedBy}, is taken; stop what listens there or choose other ports with --port-base.`,
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
