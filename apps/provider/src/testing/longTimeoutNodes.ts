import { type Clock, systemClock } from '../clock.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { createNodes, type ServedNodes } from '../nodes/createNodes.js'
import { createOutbound, type Outbound } from '../outbound/createOutbound.js'

/** A busy machine takes seconds over what is done at once elsewhere, and no node is to blame. */
const longTimeoutMs = 45_000
const minTimeoutMs = 5_000

/** Keeps pauses as they are, and puts bounds off. */
export const longTimeoutClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms < minTimeoutMs ? ms : longTimeoutMs, run),
}

export function createLongTimeoutOutbound(allowPrivate: readonly string[] = []): Outbound {
  return createOutbound({ allowPrivate, timeoutMs: longTimeoutMs })
}

/** Nodes on this machine, for tests that are not about how long one may take. */
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
