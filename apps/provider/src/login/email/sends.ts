import type { Clock } from '../../clock.js'
import type { Log } from '../../log.js'
import { type Limits, limitedNetwork } from '../limits.js'
import { loginRefusal } from '../loginRefusal.js'
import { createAlarm } from './alarm.js'
import {
  APPROVALS_PER_ADDRESS,
  SENDS_PER_NETWORK,
  SENDS_PER_PROJECT,
  sendsPerAddress,
} from './limits.js'

export interface Sends {
  /**
   * Whether an address may be written to now. Whoever asks from a network that has asked too often
   * is refused, which says nothing about the address; the rest is for the caller to keep to itself.
   */
  ask(wanted: {
    readonly address: string
    readonly network: string | undefined
    readonly projectId: string
    /** How many mails this request will lead to. */
    readonly mails?: number
    readonly isApproval?: boolean
  }): Promise<{ readonly isAllowed: boolean; readonly retryAfterMs: number }>
}

export function createSends({
  limits,
  clock,
  log,
}: {
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
}): Sends {
  const alarm = createAlarm({ clock, log })

  async function watchProject(projectId: string): Promise<void> {
    const { isAllowed } = await limits.take([
      { kind: 'email-sends-project', key: projectId, rules: SENDS_PER_PROJECT },
    ])
    if (isAllowed) return
    alarm({
      level: 'error',
      event: 'many-login-mails',
      reason: 'above the hourly figure of a project',
    })
  }

  return {
    async ask({ address, network, projectId, mails = 1, isApproval = false }) {
      if (network !== undefined) {
        const key = limitedNetwork(network)
        // Counted whether or not a mail follows: otherwise the count would tell which it was.
        const verdict = await limits.take([
          { kind: 'email-sends-network', key, rules: SENDS_PER_NETWORK },
        ])
        if (!verdict.isAllowed) throw loginRefusal('too-many', verdict)
      }
      await watchProject(projectId)
      const one = { kind: 'email-sends', key: address, rules: sendsPerAddress(mails) }
      const verdict = await limits.take([
        ...Array.from({ length: mails }, () => one),
        ...(isApproval
          ? [{ kind: 'email-approvals', key: address, rules: APPROVALS_PER_ADDRESS }]
          : []),
      ])
      return {
        isAllowed: verdict.isAllowed,
        retryAfterMs: verdict.isAllowed ? 0 : verdict.retryAfterMs,
      }
    },
  }
}
