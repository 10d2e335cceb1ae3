import type { IncomingProposal, IncomingRequest } from '@latchkey/pairing/wallet'
import { RpcError } from '../../chain/rpcError.js'
import type { Keyring } from '../../keys/keyring.js'
import { dappOf } from './dapp.js'
import { offerFor } from './grant.js'
import type { Local } from './local.js'
import type { PhoneClient } from './phoneClient.js'
import type { InboxItem, ProposalItem } from './phoneState.js'
import { receiveRequest } from './requestItem.js'
import { signInItem } from './signInItem.js'

type Parts = {
  readonly client: PhoneClient
  readonly keyring: Keyring
  readonly local: Local
  readonly put: (item: InboxItem) => void
  readonly drop: (key: string) => void
  readonly failed: (error: unknown) => void
}

/** Turns what arrives into questions for the person; what needs no person is answered here. */
export function connectInbox({ client, keyring, local, put, drop, failed }: Parts): void {
  async function receive(request: IncomingRequest) {
    const { topic, id } = request
    const session = client.sessions().find((one) => one.topic === topic)
    if (!session) return
    try {
      const received = await receiveRequest(request, session, local.chains)
      if ('item' in received) put(received.item)
      else await client.respond({ topic, id, result: received.answer })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      await client.respond({ topic, id, error: error.toJSON() })
    }
  }

  client.on('proposal', (proposal) => put(proposalItem(proposal, local)))
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
  local: Local,
): ProposalItem {
  return {
    kind: 'proposal',
    key: `proposal:${id}`,
    id,
    dapp: dappOf(proposer.metadata),
    offer: offerFor({ required, optional }, [...local.chains.keys()]),
  }
}
