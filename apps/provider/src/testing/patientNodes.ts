import { type Clock, systemClock } from '../clock.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { createNodes, type ServedNodes } from '../nodes/createNodes.js'
import { createOutbound, type Outbound } from '../outbound/createOutbound.js'

/** A busy machine takes seconds over what is done at once elsewhere, and no node is to blame. */
const patienceMs = 45_000
const shortestBoundMs = 5_000

/** Keeps pauses as they are, and puts bounds off. */
export const patientClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms < shortestBoundMs ? ms : patienceMs, run),
}

export function createPatientOutbound(allowPrivate: readonly string[] = []): Outbound {
  return createOutbound({ allowPrivate, timeoutMs: patienceMs })
}

/** Nodes on this machine, for tests that are not about how long one may take. */
export function createPatientNodes(
  chains: readonly ChainSettings[],
  {
    clock = patientClock,
    ...parts
  }: Partial<Pick<Parameters<typeof createNodes>[0], 'http' | 'web' | 'clock'>> = {},
): ServedNodes {
  return createNodes({
    chains,
    http: createPatientOutbound(chains.flatMap(({ upstreams }) => upstreams)),
    clock,
    random: Math.random,
    limits: { wholeMs: patienceMs },
    ...parts,
  })
}
