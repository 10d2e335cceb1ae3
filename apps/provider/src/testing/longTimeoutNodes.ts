import { type Clock, systemClock } from '../clock.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { createNodes, type ServedNodes } from '../nodes/createNodes.js'
import { createOutbound, type Outbound } from '../outbound/createOutbound.js'

/** A busy test machine can take seconds for a call. */
const longTimeoutMs = 45_000
const minTimeoutMs = 3_000

/** Keeps short pauses and extends timeouts. */
export const longTimeoutClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms < minTimeoutMs ? ms : longTimeoutMs, run),
}

/** Time passes faster, so that all retries of a call that fails anyway end soon. */
const haste = 20
const hastyStart = Date.now()
export const hastyClock: Clock = {
  now: () => hastyStart + (Date.now() - hastyStart) * haste,
  every: (ms, run) => systemClock.every(ms / haste, run),
  after: (ms, run) => systemClock.after(ms / haste, run),
}

export function createLongTimeoutOutbound(allowPrivate: readonly string[] = []): Outbound {
  return createOutbound({ allowPrivate, timeoutMs: longTimeoutMs })
}

/** Local nodes for tests that do not test timeouts. */
export function createLongTimeoutNodes(
  chains: readonly ChainSettings[],
  {
    clock = longTimeoutClock,
    ...parts
  }: Partial<Pick<Parameters<typeof createNodes>[0], 'http' | 'web' | 'clock'>> = {},
): ServedNodes {
  return createNodes({
    chains,
    http: createLongTimeoutOutbound(chains.flatMap(({ upstreams }) => upstreams)),
    clock,
    random: Math.random,
    limits: { timeoutMs: longTimeoutMs },
    ...parts,
  })
}
