import { failure } from '@latchkey/wire/http/failure'
import * as v from 'valibot'
import { createHttpClient } from '../reliability/httpClient.mjs'

/** The origin of a page on this machine. */
export const siteOrigin = 'http://localhost:4400'

/**
 * Calls a provider and checks each response against its schema and known values. `log` gets one line per
 * call.
 */
export function createCaller({ url, projectId, log }) {
  const client = createHttpClient({ connections: 8 })
  const called = new Set()
  let failures = 0

  /** Returns the value given to `check`, or undefined if the response is wrong. */
  async function send(
    { name, method, path, route = path },
    { query = {}, headers = {}, body, status = 200, schema, read = readJson, check },
  ) {
    called.add(`${method} ${route}`)
    const address = new URL(path, url)
    for (const [key, value] of Object.entries({ projectId, st: 'smoke', sv: '0', ...query })) {
      if (value !== undefined) address.searchParams.set(key, value)
    }
    const began = performance.now()
    let line = '–'
    try {
      const answer = await client.send(address, {
        method,
        headers: {
          origin: siteOrigin,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: typeof body === 'object' ? JSON.stringify(body) : body,
      })
      line = String(answer.status)
      const ms = performance.now() - began
      if (answer.status !== status) {
        throw new Error(`${status} was expected: ${answer.body.toString().slice(0, 300)}`)
      }
      if (answer.headers['x-content-type-options'] !== 'nosniff') throw new Error('no nosniff')
      const value = read(answer)
      const expected = status >= 400 ? (schema ?? failure) : schema
      const result = expected ? v.safeParse(expected, value) : { success: true, output: value }
      if (!result.success) throw new Error(formatIssues(result.issues))
      const fact = check?.(result.output, answer) ?? ''
      log(`ok    ${line}  ${inColumns(ms, name)}  ${fact}`.trimEnd())
      return result.output
    } catch (error) {
      failures += 1
      log(`WRONG ${line}  ${inColumns(performance.now() - began, name)}  ${error.message}`)
      return undefined
    }
  }

  return {
    url,
    /** Calls an endpoint of the contract; fields go into path, query or body as it defines. */
    call(endpoint, input = {}, { name = endpoint.name, ...options } = {}) {
      const { method, path, response, caching } = endpoint
      const pick = (part) =>
        Object.fromEntries(
          Object.entries(input).filter(([key]) => Object.hasOwn(part?.entries ?? {}, key)),
        )
      const params = pick(endpoint.params)
      const filled = path.replaceAll(/:(\w+)/g, (_, key) => encodeURIComponent(params[key]))
      const isFailure = (options.status ?? 200) >= 400
      const own = { schema: response, read: caching === 'image' ? readImage : readerOf(response) }
      return send(
        { name, method, path: filled, route: path },
        {
          query: pick(endpoint.query),
          ...(endpoint.body && { body: pick(endpoint.body) }),
          ...(isFailure ? {} : own),
          ...options,
        },
      )
    },
    /** A call outside the contract. `route` is its path with parameter names. */
    send,
    /** A check that takes several calls. */
    confirm(name, isTrue, fact) {
      if (!isTrue) failures += 1
      log(`${isTrue ? 'ok   ' : 'WRONG'}   –  ${inColumns(undefined, name)}  ${fact}`)
    },
    /** The routes called so far, as `GET /path/:with/:names`. */
    called,
    failures: () => failures,
    end: client.end,
  }
}

export function readText({ body }) {
  return body.toString()
}

function readJson({ body, headers }) {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Error('not JSON')
  return JSON.parse(body.toString())
}

function readEmpty({ body }) {
  if (body.length > 0) throw new Error('the answer is not empty')
}

function readerOf(response) {
  return response === undefined ? readEmpty : readJson
}

function readImage({ body, headers }) {
  const type = headers['content-type'] ?? ''
  if (!/^image\/(?:png|jpeg|webp)$/.test(type)) throw new Error(`not an image but ${type}`)
  if (body.length < 100) throw new Error('an empty image')
  return { type, bytes: body.length }
}

function formatIssues(issues) {
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`).join('; ')
}

function inColumns(ms, name) {
  const time = ms === undefined ? '' : `${ms.toFixed(1)} ms`
  return `${time.padStart(11)}  ${name.padEnd(34)}`
}
