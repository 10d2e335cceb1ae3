/**
 * Repeats changing calls a hundred times at once with one idempotency key. Each must have one effect, and
 * all responses except 409 must be identical.
 *
 *   node reliability/repeats.mjs --calls 200 --repeats 100
 */
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { print, readFlags, sleep } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { silentChains } from './silentChains.mjs'

const testProjectId = 'latchkey-development'
const siteOrigin = 'http://localhost:5173'

const flags = readFlags({ calls: 200, repeats: 100 })
const provider = await createProviderProcess({
  server: flags.server,
  settings: silentChains('eip155:1'),
})
const client = createHttpClient({ connections: flags.repeats })
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await provider.remove()
}

async function run() {
  const { url } = await provider.start()
  const statuses = new Map()
  let [differing, unanswered] = [0, 0]
  for (let call = 0; call < flags.calls; call += 1) {
    const send = await createCall(url, call)
    const answers = await Promise.all(Array.from({ length: flags.repeats }, () => send()))
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const done = answers.filter(({ status }) => status !== 409)
    const late = await repeatUntilDone(send)
    const texts = new Set([...done, late].map(({ status, body }) => `${status} ${body}`))
    if (late.status !== 200) unanswered += 1
    if (texts.size !== 1) differing += 1
    if (answers.some(({ status, headers }) => status === 409 && headers['retry-after'] !== '1')) {
      differing += 1
    }
  }
  const sql = postgres(await provider.databaseUrl(), { max: 1 })
  const [{ count }] = await sql`select count(*)::int as count from names`
  await sql.end()
  print({
    calls: flags.calls,
    'concurrent repeats of each': flags.repeats,
    effects: count,
    'responses, by status': [...statuses].map(([status, many]) => `${many} × ${status}`).join(', '),
    'calls with different responses': differing,
    'calls without an answer in the end': unanswered,
  })
  return count === flags.calls && differing + unanswered === 0
}

async function repeatUntilDone(send) {
  for (;;) {
    const answer = await send()
    if (answer.status !== 409) return answer
    await sleep(100)
  }
}

/** Registers a name for a new account; without the key, every repeat would be rejected. */
async function createCall(url, number) {
  const account = privateKeyToAccount(generatePrivateKey())
  const message = JSON.stringify({
    name: `repeated-${number}.reown.id`,
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  const signature = await account.signMessage({ message })
  const body = JSON.stringify({ coin_type: 60, address: account.address, message, signature })
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    origin: siteOrigin,
  }
  const target = `${url}/v1/profile/account?projectId=${testProjectId}`
  // Broken connections are retried with the same key.
  const send = () => client.send(target, { method: 'POST', headers, body }).catch(send)
  return send
}
