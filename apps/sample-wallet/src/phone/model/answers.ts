import { RpcError } from '../../chain/rpcError.js'
import type { Keyring } from '../../keys/keyring.js'
import { perform, signerOf } from '../../requests/perform.js'
import type { Verdict } from './createPhone.js'
import { grant } from './grant.js'
import type { Local } from './local.js'
import { pairingProblem } from './pairingProblem.js'
import type { PhoneClient } from './phoneClient.js'
import type { InboxItem, Notice, RequestItem } from './phoneState.js'

type Parts = {
  readonly client: PhoneClient
  readonly keyring: Keyring
  readonly local: Local
  readonly accounts: readonly number[]
  readonly setChain: (chainId: number) => Promise<void>
}

/** Sends the decision on its way and says in words how that went. Never rejects. */
export type Answers = (item: InboxItem, verdict: Verdict, account: number) => Promise<Notice>

export function createAnswers({ client, keyring, local, accounts, setChain }: Parts): Answers {
  async function act({ call, chainId }: RequestItem): Promise<unknown> {
    if (call.kind === 'switch-chain') {
      await setChain(call.chainId)
      return null
    }
    if (call.kind === 'connect' || call.kind === 'add-chain')
      throw RpcError.unsupportedMethod(call.kind)
    const index = accounts.find((account) => keyring.address(account) === signerOf(call))
    if (index === undefined) throw RpcError.unauthorized()
    return perform(call, keyring.account(index), { chainId, rpcUrl: local.chains.get(chainId) })
  }

  async function answerRequest(item: RequestItem, verdict: Verdict): Promise<Notice> {
    const { topic, id, dapp } = item
    try {
      if (verdict === 'refuse') throw RpcError.userRejected()
      const result = await act(item)
      await client.respond({ topic, id, result })
      return { tone: 'good', text: `${doneWords[item.call.kind]} Go back to ${dapp.name}.` }
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
    else await client.approve({ id, namespaces: grant(item.offer, keyring.address(account)) })
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

const doneWords: Readonly<Record<RequestItem['call']['kind'], string>> = {
  connect: 'Connected.',
  message: 'Signed.',
  'typed-data': 'Signed.',
  transaction: 'Sent.',
  'switch-chain': 'Switched.',
  'add-chain': 'Added.',
}
