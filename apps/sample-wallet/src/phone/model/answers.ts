import { RpcError } from '../../chain/rpcError.js'
import type { Verdict } from './createPhone.js'
import { grant, type OfferedNamespace } from './grant.js'
import { pairingProblem } from './pairingProblem.js'
import type { PhoneClient } from './phoneClient.js'
import type { InboxItem, Notice, RequestItem } from './phoneState.js'

type Parts = {
  readonly client: PhoneClient
  readonly addressesOn: (chain: string, account: number) => readonly string[]
  /** Whether the person lets an app into this family. */
  readonly grants: (offered: OfferedNamespace) => boolean
}

/** Sends the decision on its way and says in words how that went. Never rejects. */
export type Answers = (item: InboxItem, verdict: Verdict, account: number) => Promise<Notice>

export function createAnswers({ client, addressesOn, grants }: Parts): Answers {
  async function answerRequest(item: RequestItem, verdict: Verdict): Promise<Notice> {
    const { topic, id, dapp } = item
    try {
      if (verdict === 'refuse') throw RpcError.userRejected()
      const result = await item.perform()
      await client.respond({ topic, id, result })
      return { tone: 'good', text: `${item.done} Go back to ${dapp.name}.` }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      await client.respond({ topic, id, error: error.toJSON() })
      return verdict === 'refuse' ? refused : { tone: 'bad', text: error.message }
    }
  }

  async function answerProposal(
    item: Exclude<InboxItem, RequestItem>,
    verdict: Verdict,
    account: number,
  ): Promise<Notice> {
    const { id, dapp } = item
    const { obstacle } = item.kind === 'sign-in' ? item : item.offer
    if (verdict === 'refuse' || obstacle !== undefined) {
      await client.reject({ id })
      return refused
    }
    if (item.kind === 'sign-in') await item.approve(account)
    else {
      const namespaces = item.offer.namespaces.filter(grants)
      const granted = grant({ namespaces }, (chain) => addressesOn(chain, account))
      await client.approve({ id, namespaces: granted })
    }
    return { tone: 'good', text: `Connected. Go back to ${dapp.name}.` }
  }

  return async (item, verdict, account) => {
    try {
      return item.kind === 'request'
        ? await answerRequest(item, verdict)
        : await answerProposal(item, verdict, account)
    } catch (error) {
      return { tone: 'bad', text: pairingProblem(error) }
    }
  }
}

const refused: Notice = { tone: 'good', text: 'Refused. Nothing was shared.' }
