import type { IncomingProposal, IncomingRequest } from '@latchkey/pairing/wallet'
import { RpcError } from '../../chain/rpcError.js'
import { dappOf } from './dapp.js'
import { offerFor } from './grant.js'
import type { PhoneClient } from './phoneClient.js'
import { evmFamily, type PhoneFamily } from './phoneFamily.js'
import type { InboxItem, ProposalItem } from './phoneState.js'
import { type Hands, receiveRequest } from './requestItem.js'
import { signInItem } from './signInItem.js'

type Parts = {
  readonly client: PhoneClient
  readonly hands: Hands
  readonly put: (item: InboxItem) => void
  readonly drop: (key: string) => void
  readonly failed: (error: unknown) => void
}

/** Turns incoming requests into prompts; requests that need none are handled here. */
export function connectInbox({ client, hands, put, drop, failed }: Parts): void {
  const { keyring, local } = hands
  const families = [evmFamily(keyring, local), ...hands.families]

  async function receive(request: IncomingRequest) {
    const { topic, id } = request
    const session = client.sessions().find((one) => one.topic === topic)
    if (!session) return
    try {
      const received = await receiveRequest(request, session, hands)
      if ('item' in received) put(received.item)
      else await client.respond({ topic, id, result: received.result })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      await client.respond({ topic, id, error: error.toJSON() })
    }
  }

  client.on('proposal', (proposal) => put(proposalItem(proposal, families)))
  client.on('authenticate', (request) => put(signInItem(request, { client, keyring, local })))
  client.on('request', (request) => void receive(request).catch(failed))
  client.on('request_expire', ({ topic, id }) => {
    drop(`request:${topic}:${id}`)
    drop(`proposal:${id}`)
    drop(`sign-in:${id}`)
  })
}

function proposalItem(
  { id, proposer, required, optional }: IncomingProposal,
  families: readonly PhoneFamily[],
): ProposalItem {
  return {
    kind: 'proposal',
    key: `proposal:${id}`,
    id,
    dapp: dappOf(proposer.metadata),
    offer: offerFor({ required, optional }, families),
  }
}
