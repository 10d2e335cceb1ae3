import { type Limit, type Limits, toNetworkKey } from '../session/limits.js'
import { loginError } from '../session/loginError.js'
import {
  approvalsPerAddress,
  sendsPerAddress,
  sendsPerKnown,
  sendsPerNetwork,
} from './emailLimits.js'
import type { ProjectLoad } from './projectLoad.js'

export type SendLimits = {
  /**
   * Whether an address may be written to now. A network that has asked too often is refused, which
   * says nothing about the address; the rest is for the caller to keep to itself.
   */
  take(request: {
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

export function createSendLimits({
  limits,
  load,
}: {
  readonly limits: Limits
  readonly load: ProjectLoad
}): SendLimits {
  async function countStranger(network: string | undefined, projectId: string): Promise<void> {
    if (network !== undefined) {
      const key = toNetworkKey(network)
      // Counted whether or not a mail follows: otherwise the count would reveal it.
      const result = await limits.take([
        { kind: 'email-sends-network', key, rules: sendsPerNetwork },
      ])
      if (!result.isAllowed) throw loginError('too-many', result)
    }
    await load.add('email-starts', projectId)
  }

  return {
    async take({ address, knownAs, network, projectId, mails = 1, isApproval = false }) {
      if (knownAs === undefined) await countStranger(network, projectId)
      const one: Limit =
        knownAs === undefined
          ? { kind: 'email-sends', key: address, rules: sendsPerAddress(mails) }
          : {
              kind: 'email-sends-known',
              key: `${knownAs} ${address}`,
              rules: sendsPerKnown(mails),
            }
      const result = await limits.take([
        ...Array.from({ length: mails }, () => one),
        ...(isApproval
          ? [{ kind: 'email-approvals', key: address, rules: approvalsPerAddress }]
          : []),
      ])
      return {
        isAllowed: result.isAllowed,
        retryAfterMs: result.isAllowed ? 0 : result.retryAfterMs,
      }
    },
  }
}
