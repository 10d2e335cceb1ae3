import { isNetworkId, namespaceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { hashMessage } from 'viem'
import type { Call, CallsAction, PreparedAction } from './action.js'
import type { SentBatch } from './callsStatus.js'
import { createLookups } from './createLookups.js'
import { type Accounts, createReads, type WalletParts } from './createReads.js'
import type { EmbeddedWallet, RpcCall } from './embeddedWallet.js'
import { createEoa } from './eoa.js'
import type { Estimate, EvmAccount, Sent } from './evmAccount.js'
import {
  checkChain,
  readCalls,
  readMessage,
  readTransaction,
  readTypedDataRequest,
} from './evmRequests.js'
import { readOperation } from './operationRequest.js'
import { simulateCalls } from './simulateCalls.js'
import { createSmartAccount, withEstimate } from './smartAccount.js'
import { prepareSolana } from './solana.js'
import { readableText } from './text.js'
import { chainOf, contractOf } from './typedData.js'
import { batchErrors, foreignAccount, invalidParams, unsupportedMethod } from './walletErrors.js'

export function createEmbeddedWallet(parts: WalletParts): EmbeddedWallet {
  const { rpc, bundler, chains } = parts
  const lookups = createLookups({ chains, rpc })
  /** Batches sent from here, by the id that the site got. */
  const batches = new Map<string, SentBatch>()
  let opened: Accounts | undefined

  async function open(signal: AbortSignal): Promise<Accounts> {
    const signer = await parts.signer(signal)
    // Accounts of the same keys are reused, because they store the last transaction sent.
    if (opened?.signer.addresses.eip155 !== signer.addresses.eip155) {
      opened = {
        signer,
        eoa: createEoa({ signer, rpc }),
        smart: createSmartAccount({ signer, rpc, bundler }),
      }
    }
    return opened
  }

  function chainSettings(chainId: string) {
    const found = chains.find(({ id }) => id === chainId)
    if (!found || !isNetworkId(found.id)) throw batchErrors.chain()
    return { ...found, namespace: namespaceOf(found.id) }
  }

  const hasBundler = (chainId: string) =>
    chains.some((chain) => chain.id === chainId && chain.hasBundler)

  /** The accounts on an EVM chain, the preferred one first. */
  function accountsOn(chainId: string, { eoa, smart }: Accounts): readonly EvmAccount[] {
    if (!hasBundler(chainId)) return [eoa]
    return parts.preferredType() === 'smartAccount' ? [smart, eoa] : [eoa, smart]
  }

  /** The account a request names, or else the preferred one. */
  function accountOf(chainId: string, accounts: Accounts, address: Hex | undefined): EvmAccount {
    const found = accountsOn(chainId, accounts).find(
      (account) => address === undefined || account.address.toLowerCase() === address,
    )
    if (!found) throw foreignAccount()
    return found
  }

  function callsAction(
    account: EvmAccount,
    chainId: string,
    calls: readonly Call[],
    estimate: Promise<Estimate>,
    signal: AbortSignal,
  ): CallsAction {
    const fee = estimate.then((found) => found.fee)
    const simulation = simulateCalls({ rpc, lookups }, chainId, account.address, calls, signal)
    // Avoids an unhandled rejection: the visitor may reject before the network responds.
    fee.catch(() => undefined)
    return { kind: 'calls', chainId, account: account.address, calls, fee, simulation }
  }

  function prepareCalls(
    account: EvmAccount,
    chainId: string,
    calls: readonly Call[],
    toResult: (sent: Sent) => unknown,
    signal: AbortSignal,
  ): PreparedAction {
    const estimate = account.estimate(chainId, calls, signal)
    return {
      action: callsAction(account, chainId, calls, estimate, signal),
      execute: async (ended) => toResult(await account.send(chainId, calls, await estimate, ended)),
    }
  }

  function prepareBatch(
    accounts: Accounts,
    { params, chainId }: RpcCall,
    signal: AbortSignal,
  ): PreparedAction {
    const { account: from, calls, id, isFirstVersion } = readCalls(params, chainId)
    const account = accountOf(chainId, accounts, from)
    if (account.type === 'eoa' && calls.length > 1) throw batchErrors.notAtomic()
    if (id !== undefined && batches.has(id)) throw batchErrors.duplicate()
    return prepareCalls(
      account,
      chainId,
      calls,
      (sent) => {
        const name = id ?? sent.id
        batches.set(name, { chainId, hash: sent.id })
        return isFirstVersion ? name : { id: name }
      },
      signal,
    )
  }

  async function prepareOperation(
    { smart, eoa }: Accounts,
    { params, chainId }: RpcCall,
    signal: AbortSignal,
  ): Promise<PreparedAction> {
    if (!hasBundler(chainId)) throw batchErrors.chain()
    const request = readOperation(params, eoa.address)
    if (request.sender !== smart.address.toLowerCase()) throw foreignAccount()
    const draft = await smart.draft(chainId, request.callData, signal)
    if (request.hasFactory && draft.factory === undefined) {
      throw invalidParams('The account exists already')
    }
    const operation = { ...draft, nonce: request.nonce ?? draft.nonce }
    const estimate = smart.price(chainId, operation, signal)
    return {
      action: callsAction(smart, chainId, request.calls, estimate, signal),
      async execute(ended) {
        const priced = withEstimate(operation, await estimate)
        ended.throwIfAborted()
        return smart.submit(chainId, priced)
      },
    }
  }

  function prepareMessage(accounts: Accounts, { params, chainId }: RpcCall): PreparedAction {
    const { account: address, bytes } = readMessage(params)
    const account = accountOf(chainId, accounts, address)
    const hash = hashMessage({ raw: bytes })
    return {
      action: {
        kind: 'message',
        chainId,
        account: account.address,
        bytes,
        text: readableText(bytes),
      },
      execute: (ended) => account.signHash(chainId, hash, ended),
    }
  }

  function prepareTypedData(accounts: Accounts, { params, chainId }: RpcCall): PreparedAction {
    const { account: address, data, hash } = readTypedDataRequest(params)
    const account = accountOf(chainId, accounts, address)
    checkChain(chainOf(data), chainId)
    const contract = contractOf(data)
    const speaksForSmart = [entryPointAddress, accounts.smart.address].some(
      (one) => one.toLowerCase() === contract,
    )
    // The smart account accepts a plain signature of the key over these as its own.
    if (account.type === 'eoa' && speaksForSmart) {
      throw invalidParams('The typed data is an order to the smart account')
    }
    return {
      action: { kind: 'typed-data', chainId, account: account.address, data },
      execute: (ended) => account.signHash(chainId, hash, ended),
    }
  }

  async function prepareEvm(call: RpcCall, signal: AbortSignal): Promise<PreparedAction> {
    const { method, params, chainId } = call
    const accounts = await open(signal)
    switch (method) {
      case 'personal_sign':
        return prepareMessage(accounts, call)
      case 'eth_signTypedData_v4':
        return prepareTypedData(accounts, call)
      case 'eth_sendTransaction': {
        const { account: from, call: requested } = readTransaction(params, chainId)
        const account = accountOf(chainId, accounts, from)
        return prepareCalls(account, chainId, [requested], (sent) => sent.transactionHash, signal)
      }
      case 'wallet_sendCalls':
        return prepareBatch(accounts, call, signal)
      case 'eth_sendUserOperation':
        return prepareOperation(accounts, call, signal)
      default:
        throw unsupportedMethod(method)
    }
  }

  const reads = createReads({ parts, open, accountsOn, hasBundler, batches })

  return {
    async accounts(chainId, signal) {
      const { namespace } = chainSettings(chainId)
      const accounts = await open(signal)
      if (namespace !== 'eip155') {
        return [{ address: accounts.signer.addresses.solana, type: 'eoa' }]
      }
      return accountsOn(chainId, accounts).map(({ address, type }) => ({ address, type }))
    },

    async isDeployed(chainId, signal) {
      if (!hasBundler(chainId)) return false
      return (await open(signal)).smart.isDeployed(chainId, signal)
    },

    async read(call, signal) {
      if (chainSettings(call.chainId).namespace !== 'eip155') throw unsupportedMethod(call.method)
      return reads(call, signal)
    },

    async prepare(call, signal) {
      const { namespace, coin } = chainSettings(call.chainId)
      const isForSolana = call.method.startsWith('solana_')
      if (isForSolana !== (namespace === 'solana')) throw unsupportedMethod(call.method)
      const prepared = isForSolana
        ? await prepareSolana({ signer: (await open(signal)).signer, rpc, coin }, call, signal)
        : await prepareEvm(call, signal)
      return onlyOnce(prepared)
    },

    async signMessage(message, chainId, signal) {
      const { namespace } = chainSettings(chainId)
      const accounts = await open(signal)
      if (namespace === 'solana') {
        const { base58 } = await import('@scure/base')
        const bytes = new TextEncoder().encode(message)
        return base58.encode(await accounts.signer.signEd25519(bytes))
      }
      const account = accountOf(chainId, accounts, undefined)
      return account.signHash(chainId, hashMessage(message), signal)
    },
  }
}

/** One confirmation allows one signature: a second call throws. */
function onlyOnce({ action, execute }: PreparedAction): PreparedAction {
  let isUsed = false
  return {
    action,
    async execute(signal) {
      if (isUsed) throw invalidParams('The request was carried out already')
      isUsed = true
      signal.throwIfAborted()
      return execute(signal)
    },
  }
}
