/**
 * Puts hostile text into every field of every call in the OpenAPI document. There must be no internal error,
 * no broken query in PostgreSQL's log, no forged line in our log, and no changed table.
 *
 *   node reliability/payloads.mjs --payloads 2000
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { print, readFlags } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'

const testProjectId = 'latchkey-development'
const requestOptions = 16
const markText = 'canary-5d1e'
const expectedStatuses = new Set([
  200, 304, 400, 401, 404, 405, 409, 413, 414, 415, 422, 426, 431, 503,
])

const seeds = [
  "' or '1'='1",
  "'; drop table projects; --",
  '" or ""="',
  ') union select * from projects --',
  '$1',
  '$$; select pg_sleep(9); $$',
  "E'\\\\x41'",
  "\\'; delete from names; --",
  '/**/or/**/1=1',
  "'||(select password from pg_shadow)||'",
  '%27%20or%201=1',
  '{"$ne":null}',
  '*',
  '>',
  'irn.>',
  'topic.*',
  '\r\nSet-Cookie: a=b',
  `\n{"level":"info","event":"${markText}"}`,
  '\u2028{"level":"info"}',
  '\u001b[2J',
  '=cmd|calc',
  '@SUM(1+1)',
  '-2+3',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  '\u0024{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'toString',
  '\u202e',
  '\u0000',
  '\ufeff',
  'a\tb',
  '١٢٣',
  '1e309',
  '-0',
  '0x0',
]

const flags = readFlags({ payloads: 2_000 })
const lines = []
const provider = await createProviderProcess({
  server: flags.server,
  onLogLine: (line) => lines.push(line),
})
const client = createHttpClient({ connections: requestOptions })
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await provider.remove()
}

async function run() {
  const { url } = await provider.start()
  const reported = lines.length
  const { body } = await client.send(`${url}/openapi.json`)
  const fields = fieldsOf(JSON.parse(body))
  const before = await contents()
  const statuses = new Map()
  const faults = []
  const work = fields.flatMap((field) =>
    Array.from({ length: flags.payloads }, (_, index) => [field, index]),
  )
  let next = 0
  await Promise.all(
    Array.from({ length: requestOptions }, async () => {
      while (next < work.length) {
        const [field, index] = work[next]
        next += 1
        const { status } = await client.send(...requestOf(url, field, payload(index)))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!expectedStatuses.has(status))
          faults.push(`${status} ${field.operation} ${field.name} ${index}`)
        if (next % 20_000 === 0) console.error(`${next} of ${work.length}`)
      }
    }),
  )
  const after = await contents()
  const log = await readFile(join(provider.dataDir, 'postgres.log'), 'utf8')
  const broken = log.split('\n').filter((line) => /ERROR|FATAL|PANIC/.test(line))
  const forged = lines.slice(reported).filter((line) => !isOurs(line) || line.includes(markText))
  for (const fault of faults.slice(0, 20)) console.error(fault)
  for (const line of [...broken.slice(0, 20), ...forged.slice(0, 20)]) console.error(line)
  print({
    fields: fields.length,
    'payloads per field': flags.payloads,
    requests: work.length,
    'responses, by status': [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, many]) => `${many} × ${status}`)
      .join(', '),
    'internal errors': faults.length,
    'errors in the database log': broken.length,
    'log lines forged': forged.length,
    'tables changed': before === after ? 0 : 'some',
  })
  return faults.length + broken.length + forged.length === 0 && before === after
}

/** Each seed alone, then combined: joined, cut, repeated, and with harmless text around it. */
function payload(index) {
  const seed = seeds[index % seeds.length]
  const other = seeds[(index * 7 + 3) % seeds.length]
  const turn = Math.floor(index / seeds.length)
  switch (turn % 6) {
    case 0:
      return turn === 0 ? seed : `${seed}${turn}`
    case 1:
      return `${seed}${other}`
    case 2:
      return `${markText}${turn}${seed}`
    case 3:
      return seed.repeat(1 + (turn % 9))
    case 4:
      return `${seed.slice(0, 1 + (turn % seed.length))}'${turn}`
    default:
      return `eip155:1:${seed}${turn}`
  }
}

/** Parameters of path and query, and top-level fields of bodies. */
function fieldsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, parameters = [], requestBody }]) => {
      const common = { path, method: method.toUpperCase(), operation: operationId }
      const schema = requestBody?.content['application/json'].schema ?? {}
      const names = Object.keys(schema.properties ?? schema.items?.anyOf?.[0]?.properties ?? {})
      const isList = schema.type === 'array'
      return [
        ...parameters.map(({ name, in: position }) => ({ ...common, name, position })),
        ...names.map((name) => ({ ...common, name, position: isList ? 'item' : 'body' })),
      ]
    }),
  )
}

function requestOf(url, { path, method, name, position }, text) {
  const encoded = encodeURIComponent(text)
  const at = path
    .replace(`{${name}}`, position === 'path' ? encoded : `{${name}}`)
    .replaceAll(/\{\w+\}/g, 'a')
  const project = position === 'query' && name === 'projectId' ? '' : `projectId=${testProjectId}&`
  const query = position === 'query' ? `${name}=${encoded}` : ''
  const fields = { [name]: text }
  const body = position === 'item' ? [fields] : fields
  return [
    `${url}${at}?${project}${query}`,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...(position === 'header' && { [name]: Buffer.from(text).toString('hex').slice(0, 200) }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    },
  ]
}

function isOurs(line) {
  try {
    const { time, level, event } = JSON.parse(line)
    return [time, level, event].every((value) => typeof value === 'string')
  } catch {
    return false
  }
}

async function contents() {
  const sql = postgres(await provider.databaseUrl(), { max: 1 })
  const tables = ['projects', 'names', 'name_addresses', 'sessions', 'telemetry_events']
  const rows = []
  for (const table of tables) rows.push(await sql`select * from ${sql(table)} order by 1`)
  await sql.end()
  return JSON.stringify(rows)
}
