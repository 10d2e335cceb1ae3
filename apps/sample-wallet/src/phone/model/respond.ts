import { RpcError } from '../../chain/rpcError.js'
import type { UserDecision } from './createPhone.js'
import { grant, type ProposedNamespace } from './grant.js'
import { pairingProblem } from './pairingProblem.js'
import type { PhoneClient } from './phoneClient.js'
import type { InboxItem, Notice, RequestItem } from './phoneState.js'

type Parts = {
  readonly client: PhoneClient
  readonly addressesOn: (chain: string, account: number) => readonly string[]
  /** Whether apps may connect to this family. */
  readonly grants: (offered: ProposedNamespace) => boolean
}

/** Sends the decision and returns a notice about the result. Never rejects. */
export type Respond = (item: InboxItem, decision: UserDecision, account: number) => Promise<Notice>

export function createRespond({ client, addressesOn, grants }: Parts): Respond {
  async function respondToRequest(item: RequestItem, decision: UserDecision): Promise<Notice> {
    const { topic, id, dapp } = item
    try {
      if (decision === 'refuse') throw RpcError.userRejected()
      const result = await item.perform()
      await client.respond({ topic, id, result })
      return { tone: 'good', text: `${item.done} Go back to ${dapp.name}.` }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      await client.respond({ topic, id, error: error.toJSON() })
      return decision === 'refuse' ? rejectedNotice : { tone: 'bad', text: error.message }
    }
  }

  async function respondToProposal(
    item: Exclude<InboxItem, RequestItem>,
    decision: UserDecision,
    account: number,
  ): Promise<Notice> {
    const { id, dapp } = item
    const { obstacle } = item.kind === 'sign-in' ? item : item.offer
    if (decision === 'refuse' || obstacle !== undefined) {
      await client.reject({ id })
      return rejectedNotice
    }
    if (item.kind === 'sign-in') await item.approve(account)
    else {
      const namespaces = item.offer.namespaces.filter(grants)
      const granted = grant({ namespaces }, (chain) => addressesOn(chain, account))
      await client.approve({ id, namespaces: granted })
    }
    return { tone: 'good', text: `Connected. Go back to ${dapp.name}.` }
  }

  return async (item, decision, account) => {
    try {
      return item.kind === 'request'
        ? await respondToRequest(item, decision)
        : await respondToProposal(item, decision, account)
    } catch (error) {
      return { tone: 'bad', text: pairingProblem(error) }
    }
  }
}

const rejectedNotice: Notice = { tone: 'good', text: 'Refused. Nothing was shared.' }
