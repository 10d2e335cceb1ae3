import { Agent, request } from 'node:http'

/**
 * A thin HTTP client with keep-alive. Resolves with `{ status, headers, body }`; rejects when the
 * connection breaks.
 */
export function createHttpClient({ connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send(url, { method = 'GET', headers = {}, body } = {}) {
      return new Promise((resolve, reject) => {
        const sent = request(url, { method, headers, agent }, (response) => {
          const chunks = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          )
        })
        sent.on('error', reject)
        sent.end(body)
      })
    },
    end: () => agent.destroy(),
  }
}
