/**
 * Holds many connections that send their requests a byte at a time, headers or bodies, and measures
 * what others notice of it: ordinary requests with and without them, by turns.
 *
 *   node reliability/slowConnections.mjs --connections 1000 --requests 4000 --turns 3
 */
import { connect } from 'node:net'
import { milliseconds, print, quantile, readFlags, sleep } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'

const PROJECT = 'latchkey-development'
const ASKING = 8
const BYTE_MS = 1_000
/** What a request may take, and what the server may need to notice. */
const LONGEST_MS = 20_000

const flags = readFlags({ connections: 1_000, requests: 4_000, turns: 3 })
const provider = await createProviderProcess({ server: flags.server })
const client = createHttpClient({ connections: ASKING })
const lives = []
let opened = 0
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
    const slow = Array.from({ length: flags.connections }, (_, index) => crawl(url, index))
    await sleep(2_000)
    const during = await measure(url)
    beside.push(...during.times)
    failures += before.failures + during.failures
    await Promise.race([Promise.all(slow), sleep(LONGEST_MS + 5_000)])
  }
  const [bare, loaded] = [quantile(without, 0.99), quantile(beside, 0.99)]
  const both = (samples) =>
    `${milliseconds(quantile(samples, 0.5))} / ${milliseconds(quantile(samples, 0.99))}`
  const late = lives.filter((ms) => ms > LONGEST_MS).length + (opened - lives.length)
  print({
    'slow connections': opened,
    'ordinary requests': without.length + beside.length,
    'of them failed': failures,
    'without slow ones (p50 / p99)': both(without),
    'beside slow ones (p50 / p99)': both(beside),
    'p99, times': (loaded / bare).toFixed(2),
    'slow ones let go (max)': milliseconds(Math.max(...lives)),
    [`held over ${LONGEST_MS / 1_000} s`]: late,
  })
  return failures === 0 && late === 0 && loaded < 2 * bare
}

async function measure(url) {
  const times = []
  let failures = 0
  let left = flags.requests
  await Promise.all(
    Array.from({ length: ASKING }, async () => {
      while (left > 0) {
        left -= 1
        const began = performance.now()
        const { status } = await client.send(`${url}/getWallets?projectId=${PROJECT}&entries=40`)
        times.push(performance.now() - began)
        if (status !== 200) failures += 1
      }
    }),
  )
  return { times, failures }
}

/** Half of them never finish their headers, half never their bodies. */
function crawl(url, index) {
  const { hostname, port, host } = new URL(url)
  opened += 1
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        index % 2 === 0
          ? `GET /getWallets?projectId=${PROJECT} HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `
          : `POST /e?projectId=${PROJECT} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n`,
      )
    })
    const dripping = setInterval(() => socket.write('a'), BYTE_MS)
    socket.resume()
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(dripping)
      lives.push(performance.now() - began)
      resolve()
    })
  })
}
