/**
 * Kills the relay repeatedly while pairs of clients exchange messages, and checks that no acknowledged
 * message is lost and every topic stays in order. Wallets also "crash" at random between receiving a message
 * and handling it.
 *
 *   node reliability/killRelay.mjs --pairs 100 --rate 200 --seconds 60 --kills 5 --crashes 0.01
 */
import { milliseconds, print, quantile, readFlags, sleep, until } from './figures.mjs'
import { createRelayProcess, oneMachineRates } from './providerProcess.mjs'
import { createRelayClient, randomTopic } from './relayClient.mjs'

const settleTimeoutMs = 60_000

const flags = readFlags({ pairs: 100, rate: 200, seconds: 60, kills: 5, crashes: 0.01 })
const relay = await createRelayProcess({ server: flags.server, limits: oneMachineRates })
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await relay.remove()
}

async function run() {
  const { ms: firstStart } = await relay.start()
  const pairs = Array.from({ length: flags.pairs }, () => createPair(relay.url))
  await Promise.all(pairs.map(({ ready }) => ready))

  const stopAt = performance.now() + flags.seconds * 1_000
  const talking = pairs.map((pair, index) => talk(pair, index, stopAt))
  const outages = await killRepeatedly(pairs, stopAt)
  const didTalk = await Promise.race([
    Promise.all(talking).then(() => true),
    sleep(stopAt - performance.now() + settleTimeoutMs).then(() => false),
  ])
  const isComplete = (pair) => pair.received.size >= pair.acknowledged
  await until(() => pairs.every(isComplete), settleTimeoutMs)

  const total = (count) => pairs.reduce((sum, pair) => sum + count(pair), 0)
  const lost = total(({ acknowledged, received }) => {
    let missing = 0
    for (let number = 0; number < acknowledged; number += 1) if (!received.has(number)) missing += 1
    return missing
  })
  const disorder = total(({ disorder }) => disorder)
  const missing = outages.reduce((sum, outage) => sum + outage.missing, 0)
  for (const pair of pairs) pair.end()
  print({
    'first start': milliseconds(firstStart),
    kills: outages.length,
    'messages acknowledged': total(({ acknowledged }) => acknowledged),
    'messages lost': lost,
    'messages out of order': disorder,
    'repeats the clients recognised': total(({ repeats }) => repeats),
    'wallet crashes before handling': total(({ crashes }) => crashes),
    'serving again after a kill (max)': milliseconds(
      Math.max(0, ...outages.map(({ ready }) => ready)),
    ),
    'everyone back (p50 / max)': `${milliseconds(
      quantile(
        outages.map(({ back }) => back),
        0.5,
      ),
    )} / ${milliseconds(Math.max(0, ...outages.map(({ back }) => back)))}`,
    [`not back within ${settleTimeoutMs / 1_000} s`]: missing,
  })
  return didTalk && lost + disorder + missing === 0
}

function createPair(url) {
  const topic = randomTopic()
  const pair = { topic, acknowledged: 0, received: new Set(), disorder: 0, repeats: 0, crashes: 0 }
  const wallet = createRelayClient(url, {
    onMessage({ message }) {
      const number = Number(message.split('-')[1])
      if (pair.received.has(number)) {
        pair.repeats += 1
        return true
      }
      if (Math.random() < flags.crashes) {
        pair.crashes += 1
        return false
      }
      if (number !== pair.received.size) pair.disorder += 1
      pair.received.add(number)
      return true
    },
  })
  const dapp = createRelayClient(url)
  return Object.assign(pair, {
    dapp,
    wallet,
    ready: Promise.all([wallet.subscribe(topic), dapp.opened()]),
    end() {
      dapp.end()
      wallet.end()
    },
  })
}

/** Sends one message at a time: the next after the last is acknowledged. */
async function talk(pair, index, stopAt) {
  const pause = (flags.pairs / flags.rate) * 1_000
  await sleep((pause * index) / flags.pairs)
  while (performance.now() < stopAt) {
    const started = performance.now()
    await pair.dapp.publish(pair.topic, `${index}-${pair.acknowledged}`)
    pair.acknowledged += 1
    await sleep(Math.max(0, pause - (performance.now() - started)))
  }
}

async function killRepeatedly(pairs, stopAt) {
  const outages = []
  const pause = (flags.seconds * 1_000) / (flags.kills + 1)
  // Skips the kills that a slow machine would reach only after the last message.
  while (outages.length < flags.kills && performance.now() < stopAt - 1_000) {
    await sleep(
      Math.max(0, Math.min(pause * (0.5 + Math.random()), stopAt - performance.now() - 1_000)),
    )
    await relay.kill()
    const killed = performance.now()
    await relay.start()
    const ready = performance.now() - killed
    const clients = pairs.flatMap(({ dapp, wallet }) => [dapp, wallet])
    // Each client must reconnect once, not all at the same time: wallets continue to crash.
    const isBack = ({ openedAt }) => openedAt > killed
    await until(() => clients.every(isBack), settleTimeoutMs)
    const missing = clients.filter((client) => !isBack(client)).length
    outages.push({ ready, missing, back: performance.now() - killed })
    console.error(
      `kill ${outages.length}: serving after ${milliseconds(ready)}, ${missing} not back`,
    )
  }
  return outages
}
