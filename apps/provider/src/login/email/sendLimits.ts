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
   * Counts mails to an address. Throws for a network above its limit, which reveals nothing about
   * the address; callers must not reveal the rest to strangers.
   */
  take(request: {
    readonly address: string
    /** A known device, session or followed link, which has its own limits. */
    readonly knownAs: string | undefined
    readonly network: string | undefined
    readonly projectId: string
    /** Mails that follow from this request. */
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
      // Counted whether or not a mail follows, or the limit would reveal it.
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
