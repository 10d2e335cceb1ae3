import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const contentTypes = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Serves a built folder on the loopback interface, uncached.
 *
 * @param {{ folder: string, port?: number, documents?: Record<string, unknown>,
 *   headers?: Record<string, string> | ((path: string) => Record<string, string>) }} options
 *   `documents`: values served as JSON at a path, in addition to the files. `headers`: added to every response.
 */
export async function startStaticServer({ folder, port = 0, documents = {}, headers = {} }) {
  const headersOf = typeof headers === 'function' ? headers : () => headers
  const read = createReader()
  const server = createServer((request, response) => {
    const [pathname, ...query] = request.url.split(/(?=\?)/)
    const common = { 'cache-control': 'no-store', ...headersOf(pathname) }
    const respondWith = (status, text) =>
      response.writeHead(status, { ...common, 'content-type': contentTypes['.txt'] }).end(text)

    if (request.method !== 'GET' && request.method !== 'HEAD') return respondWith(405, 'GET only')
    if (Object.hasOwn(documents, pathname)) {
      // Readable from every origin, for pages on other local servers.
      const shared = { 'content-type': contentTypes['.json'], 'access-control-allow-origin': '*' }
      response.writeHead(200, { ...common, ...shared })
      return response.end(JSON.stringify(documents[pathname]))
    }
    const found = findFile(folder, pathname)
    if (found === undefined) return respondWith(404, 'Not found')
    if (found.folder) {
      const location = `${pathname.replace(/^\/+/, '/')}/${query.join('')}` // `//x` would be another host
      return response.writeHead(302, { ...common, location }).end()
    }
    const bytes = read(found)
    if (bytes === undefined) return response.destroy()
    response.writeHead(200, {
      ...common,
      'content-type': contentTypes[extname(found.path)] ?? 'application/octet-stream',
      'content-length': bytes.length,
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${server.address().port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Reads a file's bytes, or undefined if it was removed since it was found. A page fetches dozens of files:
 * each is read once per change.
 */
function createReader() {
  const known = new Map()
  return ({ path, changed }) => {
    const last = known.get(path)
    if (last?.changed === changed) return last.bytes
    try {
      const bytes = readFileSync(path)
      known.set(path, { changed, bytes })
      return bytes
    } catch {
      return undefined
    }
  }
}

/** The file at a path, `{ folder: true }` if the final slash is missing, or undefined. */
export function findFile(folder, pathname) {
  const relative = decodePath(pathname)
  if (relative === undefined) return undefined
  const path = join(folder, relative.replace(/\/+$/, ''))
  const stats = statIfExists(path)
  const asFolder = pathname.endsWith('/')
  if (stats?.isFile() && !asFolder) return { path, changed: `${stats.mtimeMs} ${stats.size}` }
  if (!stats?.isDirectory()) return undefined
  const index = findFile(path, '/index.html')
  return index && !asFolder ? { folder: true } : index
}

function statIfExists(path) {
  try {
    return statSync(path)
  } catch {
    return undefined // does not exist, a file where the path needs a folder, or a name too long
  }
}

/** A path inside the served folder; undefined if it is malformed or escapes it. */
function decodePath(pathname) {
  let decoded
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined
  const segments = normalize(decoded).split(sep)
  return segments.includes('..') || decoded.split('/').includes('..') ? undefined : decoded
}
