/**
 * Holds many connections that send headers or bodies a byte at a time, and measures normal requests with and
 * without them, in turn.
 *
 *   node reliability/slowConnections.mjs --connections 1000 --requests 4000 --turns 3
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { milliseconds, print, quantile, readFlags, sleep } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'

const testProjectId = 'latchkey-development'
const requestOptions = 8
/** The request timeout, plus the time the server needs to detect it. */
const maxOpenMs = 20_000

const flags = readFlags({ connections: 1_000, requests: 4_000, turns: 3 })
const provider = await createProviderProcess({ server: flags.server })
const client = createHttpClient({ connections: requestOptions })
const openMs = []
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await provider.remove()
}

async function run() {
  const { url } = await provider.start()
  await measure(url)
  const [without, beside] = [[], []]
  let failures = 0
  for (let turn = 0; turn < flags.turns; turn += 1) {
    const before = await measure(url)
    without.push(...before.times)
    const crowd = new Worker(new URL('slowCrowd.mjs', import.meta.url), {
      workerData: { url, project: testProjectId, connections: flags.connections },
    })
    crowd.on('message', (ms) => openMs.push(ms))
    const gone = once(crowd, 'exit')
    await sleep(2_000)
    const during = await measure(url)
    beside.push(...during.times)
    failures += before.failures + during.failures
    await Promise.race([gone, sleep(maxOpenMs + 5_000)])
    await crowd.terminate()
  }
  const [bare, loaded] = [quantile(without, 0.99), quantile(beside, 0.99)]
  const both = (samples) =>
    `${milliseconds(quantile(samples, 0.5))} / ${milliseconds(quantile(samples, 0.99))}`
  const opened = flags.connections * flags.turns
  const late = openMs.filter((ms) => ms > maxOpenMs).length + (opened - openMs.length)
  print({
    'slow connections': opened,
    'ordinary requests': without.length + beside.length,
    'failed requests': failures,
    'without slow ones (p50 / p99)': both(without),
    'with slow ones (p50 / p99)': both(beside),
    'p99, ratio': (loaded / bare).toFixed(2),
    'slow ones closed after (max)': milliseconds(Math.max(...openMs)),
    [`open for over ${maxOpenMs / 1_000} s`]: late,
  })
  return failures === 0 && late === 0 && loaded < 2 * bare
}

async function measure(url) {
  const times = []
  let failures = 0
  let left = flags.requests
  await Promise.all(
    Array.from({ length: requestOptions }, async () => {
      while (left > 0) {
        left -= 1
        const began = performance.now()
        const { status } = await client.send(
          `${url}/getWallets?projectId=${testProjectId}&entries=40`,
        )
        times.push(performance.now() - began)
        if (status !== 200) failures += 1
      }
    }),
  )
  return { times, failures }
}
