import { getAccountBalance } from '@latchkey/wire/http/balance'
import { getProjectConfig } from '@latchkey/wire/http/config'
import * as v from 'valibot'
import { readText } from './createCaller.mjs'
import { mainChain } from './localFacts.mjs'

const page = (name) => ({ name, method: 'GET', path: `/${name}` })
const states = v.object({
  status: v.literal('ok'),
  database: v.literal('ok'),
  nodes: v.literal('ok'),
})

/** The pages for operators. Returns the OpenAPI document. */
export async function callOperatorPages({ send }) {
  await send(page('health'), { schema: v.object({ status: v.literal('ok') }) })
  await send(page('ready'), { schema: states, check: () => 'database and nodes answer' })
  await send(page('metrics'), {
    read: readText,
    check: (text) => {
      const count = text.match(/^latchkey_\w+/gm)?.length ?? 0
      if (count === 0) throw new Error('no figures')
      return `${count} figures`
    },
  })
  return send(page('openapi.json'), {
    schema: v.object({ openapi: v.literal('3.1.0'), paths: v.record(v.string(), v.unknown()) }),
    check: ({ paths }) => `${Object.keys(paths).length} addresses`,
  })
}

/** Requests that must fail, and their errors. */
export async function callRejected({ call, send }) {
  const first = ({ reasons: [{ field, description }] }) => `${field}: ${description}`
  const config = { name: 'getProjectConfig', method: 'GET', path: getProjectConfig.path }
  await send(
    { ...config, name: 'without a project' },
    { query: { projectId: undefined }, status: 401, check: first },
  )
  await send(
    { ...config, name: 'for an unknown project' },
    { query: { projectId: 'nobody' }, status: 401, check: first },
  )
  await send(
    { ...config, name: 'from another site' },
    {
      headers: { origin: 'https://evil.example' },
      status: 403,
      check: (answer, { headers }) => {
        const granted = Object.keys(headers).filter((name) => /^access-control/.test(name))
        if (granted.length > 0) throw new Error(`${granted.join(', ')} in an error response`)
        return first(answer)
      },
    },
  )
  await send(
    { ...config, name: 'a browser asks first', method: 'OPTIONS' },
    {
      headers: { 'access-control-request-method': 'GET' },
      status: 204,
      read: readText,
      check: (_, { headers }) => `for ${headers['access-control-allow-origin']}`,
    },
  )
  await send(
    { name: 'an address nobody has', method: 'GET', path: '/v2/elsewhere' },
    { status: 404, check: first },
  )
  await send({ ...config, name: 'another method', method: 'DELETE' }, { status: 405, check: first })
  const input = { address: 'no-address', chainId: mainChain }
  await call(getAccountBalance, input, { name: 'a bad account', status: 400, check: first })
}

/** Sends events of a visit; the project decides whether they are stored. */
export async function callTelemetry({ call, send }, { sendEvent }) {
  const event = (eventId) => ({
    eventId,
    domain: 'localhost',
    timestamp: Date.now(),
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  })
  await call(sendEvent, event(crypto.randomUUID()))
  await call(sendEvent, { ...event('no id') }, { name: 'sendEvent, badly written', status: 400 })
  const body = [event(crypto.randomUUID()), event(crypto.randomUUID())]
  await send({ name: 'sendEvents', method: 'POST', path: '/batch' }, { body, read: readText })
  await send(
    { name: 'a report of a broken policy', method: 'POST', path: '/v1/reports' },
    {
      headers: { 'content-type': 'application/reports+json' },
      body: [{ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }],
      status: 204,
      read: readText,
    },
  )
}
