import {
  type BaseTransaction,
  getSDKVersion,
  MessageFormatter,
  Methods,
  type RPCPayload,
  type SDKMessageEvent,
} from '@safe-global/safe-apps-sdk'
import { type Hex, hashMessage, hashTypedData, hexToString, isHex, keccak256, toHex } from 'viem'
import { type ContractAccount, openContractAccount } from './contractAccount.js'

/** A test's settings for the Safe, before its page loads. */
export type SafeHostSettings = {
  readonly site: string
  readonly node: string
  readonly chainId: number
  readonly ownerKey: Hex
}

declare global {
  interface Window {
    __safeHost: SafeHostSettings
    safeHost: SafeHost
  }
}

/** The Safe, controlled by the test. */
export type SafeHost = {
  /** Requested protocol methods, in order. */
  readonly requested: string[]
  /** Proposed transactions. */
  readonly proposed: BaseTransaction[][]
  address: Hex | undefined
  /** `approve` needs no other owner; `propose` waits for them. */
  behaviour: 'approve' | 'propose' | 'reject'
  /** `later` returns the signature only on the second request. */
  signs: 'off the chain' | 'on the chain' | 'later'
  /** The other owners approve all proposals, which are then executed. */
  agree(): Promise<void>
}

type Proposed = { readonly txs: BaseTransaction[]; txStatus: string; txHash?: Hex }

const settings = window.__safeHost
const frame = document.querySelector('iframe') as HTMLIFrameElement
const opening = openContractAccount(settings)
const proposals = new Map<Hex, Proposed>()
const signatures = new Map<Hex, Hex>()
let offChainSigning = false

const host: SafeHost = {
  requested: [],
  proposed: [],
  address: undefined,
  behaviour: 'approve',
  signs: 'off the chain',
  async agree() {
    for (const proposal of proposals.values()) await execute(await opening, proposal)
  },
}
window.safeHost = host

async function execute(account: ContractAccount, proposal: Proposed) {
  if (proposal.txHash) return
  const calls = proposal.txs.map(({ to, value, data }) => ({
    to: to as Hex,
    value: BigInt(value),
    data: data as Hex,
  }))
  proposal.txHash = await account.execute(calls)
  proposal.txStatus = 'SUCCESS'
}

async function propose(account: ContractAccount, txs: BaseTransaction[]) {
  host.proposed.push(txs)
  const safeTxHash = keccak256(toHex(JSON.stringify([txs, proposals.size, Date.now()])))
  const proposal: Proposed = { txs, txStatus: 'AWAITING_CONFIRMATIONS' }
  proposals.set(safeTxHash, proposal)
  if (host.behaviour === 'approve') await execute(account, proposal)
  return { safeTxHash }
}

async function sign(account: ContractAccount, hash: Hex) {
  if (host.signs === 'on the chain' || !offChainSigning) return propose(account, [])
  const signature = await account.sign(hash)
  signatures.set(hash, signature)
  return { messageHash: hash, ...(host.signs === 'off the chain' && { signature }) }
}

/** Reads a message as the real host does: bytes become text. */
const textOf = (message: string) => (isHex(message) ? hexToString(message) : message)

async function answer(method: Methods, params: unknown): Promise<unknown> {
  const account = await opening
  const promptMethods = [Methods.sendTransactions, Methods.signMessage, Methods.signTypedMessage]
  // The real host's error for every rejected request.
  if (promptMethods.includes(method) && host.behaviour === 'reject')
    throw 'Transaction was rejected'
  switch (method) {
    case Methods.getSafeInfo:
      return {
        safeAddress: account.address,
        chainId: settings.chainId,
        threshold: 1,
        owners: [account.address],
        isReadOnly: false,
      }
    case Methods.sendTransactions:
      return propose(account, (params as { txs: BaseTransaction[] }).txs)
    case Methods.getTxBySafeTxHash: {
      const proposal = proposals.get((params as { safeTxHash: Hex }).safeTxHash)
      if (!proposal) throw 'Not found'
      const { txStatus, txHash } = proposal
      return { txStatus, txHash: txHash ?? null }
    }
    case Methods.signMessage:
      return sign(account, hashMessage(textOf((params as { message: string }).message)))
    case Methods.signTypedMessage:
      return sign(account, hashTypedData((params as { typedData: never }).typedData))
    case Methods.getOffChainSignature:
      return signatures.get(params as Hex) ?? ''
    case Methods.rpcCall: {
      const { call, params: given } = params as RPCPayload
      if (call !== 'safe_setSettings') return account.read(call, given)
      offChainSigning = true
      return given
    }
    default:
      throw `Not implemented: ${method}`
  }
}

window.addEventListener('message', async ({ data, origin, source }: SDKMessageEvent) => {
  if (source !== frame.contentWindow || !data?.env?.sdkVersion) return
  const { id, method, params } = data
  host.requested.push(method)
  const reply = (message: object) => frame.contentWindow?.postMessage(message, origin)
  try {
    reply(
      MessageFormatter.makeResponse(id, (await answer(method, params)) as never, getSDKVersion()),
    )
  } catch (error) {
    reply(MessageFormatter.makeErrorResponse(id, String(error), getSDKVersion()))
  }
})

opening.then(({ address }) => {
  host.address = address
})
frame.src = settings.site
