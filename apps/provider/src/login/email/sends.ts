import { type Counted, type Limits, limitedNetwork } from '../session/limits.js'
import { loginRefusal } from '../session/loginRefusal.js'
import {
  APPROVALS_PER_ADDRESS,
  SENDS_PER_NETWORK,
  sendsPerAddress,
  sendsPerKnown,
} from './limits.js'
import type { ProjectLoad } from './projectLoad.js'

export interface Sends {
  /**
   * Whether an address may be written to now. A network that has asked too often is refused, which
   * says nothing about the address; the rest is for the caller to keep to itself.
   */
  ask(wanted: {
    readonly address: string
    /** A known device, session or followed link: it has mails of its own that strangers cannot use up. */
    readonly knownAs: string | undefined
    readonly network: string | undefined
    readonly projectId: string
    /** How many mails this request will lead to. */
    readonly mails?: number
    readonly isApproval?: boolean
  }): Promise<{ readonly isAllowed: boolean; readonly retryAfterMs: number }>
}

export function createSends({
  limits,
  load,
}: {
  readonly limits: Limits
  readonly load: ProjectLoad
}): Sends {
  async function countStranger(network: string | undefined, projectId: string): Promise<void> {
    if (network !== undefined) {
      const key = limitedNetwork(network)
      // Counted whether or not a mail follows: otherwise the count would reveal it.
      const verdict = await limits.take([
        { kind: 'email-sends-network', key, rules: SENDS_PER_NETWORK },
      ])
      if (!verdict.isAllowed) throw loginRefusal('too-many', verdict)
    }
    await load.add('email-starts', projectId)
  }

  return {
    async ask({ address, knownAs, network, projectId, mails = 1, isApproval = false }) {
      if (knownAs === undefined) await countStranger(network, projectId)
      const one: Counted =
        knownAs === undefined
          ? { kind: 'email-sends', key: address, rules: sendsPerAddress(mails) }
          : {
              kind: 'email-sends-known',
              key: `${knownAs} ${address}`,
              rules: sendsPerKnown(mails),
            }
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
