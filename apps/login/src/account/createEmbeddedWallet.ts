import { isNetworkId, namespaceOf } from '@latchkey/wire/caip'
import { type Hex, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { hashMessage } from 'viem'
import { accountAddresses } from './accountCalls.js'
import type { PreparedAction } from './action.js'
import type { SentBatch } from './callsStatus.js'
import { createLookups } from './createLookups.js'
import { type Accounts, createReads, type WalletParts } from './createReads.js'
import type { ChainDelegation, EmbeddedWallet, RpcCall } from './embeddedWallet.js'
import { createEoa } from './eoa.js'
import type { EvmAccount } from './evmAccount.js'
import { checkChain, readMessage, readTypedDataRequest } from './evmRequests.js'
import { getFeeLevel } from './feeLimits.js'
import { prepareGrant } from './grants/prepareGrant.js'
import { readRevocation } from './grants/prepareRevocation.js'
import { readGrantStatus, type SiteGrant, verifyGrants } from './grants/signedGrant.js'
import { assertNoOrder } from './ownAccount.js'
import { createCallPreparation } from './prepareCalls.js'
import { createSmartAccount } from './smartAccount.js'
import { prepareSolana } from './solana.js'
import { readableText } from './text.js'
import { chainOf } from './typedData.js'
import {
  batchErrors,
  delegationErrors,
  foreignAccount,
  invalidParams,
  permissionErrors,
  unsupportedMethod,
} from './walletErrors.js'

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
        own: accountAddresses(signer.addresses.eip155),
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
    assertNoOrder(data, accounts.own, account.type === 'smartAccount')
    return {
      action: { kind: 'typed-data', chainId, account: account.address, data },
      execute: (ended) => account.signHash(chainId, hash, ended),
    }
  }

  async function prepareSessionGrant(
    accounts: Accounts,
    call: RpcCall,
    signal: AbortSignal,
  ): Promise<PreparedAction> {
    const { chainId } = call
    if (!hasBundler(chainId)) throw permissionErrors.noPermissions()
    const chain = { coin: chainSettings(chainId).coin, paymaster: parts.paymasterOf(chainId) }
    const { prices, origin, grants } = parts
    return prepareGrant({ rpc, prices, origin, store: grants.store }, accounts, chain, call, signal)
  }

  async function prepareEvm(call: RpcCall, signal: AbortSignal): Promise<PreparedAction> {
    const { method } = call
    const accounts = await open(signal)
    switch (method) {
      case 'personal_sign':
        return prepareMessage(accounts, call)
      case 'eth_signTypedData_v4':
        return prepareTypedData(accounts, call)
      case 'eth_sendTransaction':
        return calls.transaction(accounts, call, signal)
      case 'wallet_sendCalls':
        return calls.batch(accounts, call, signal)
      case 'eth_sendUserOperation':
        return calls.operation(accounts, call, signal)
      case 'wallet_grantPermissions':
      case 'wallet_requestExecutionPermissions':
        return prepareSessionGrant(accounts, call, signal)
      case 'wallet_revokePermissions':
      case 'wallet_revokeExecutionPermission':
        return calls.revocation(accounts, await readRevocation(call, accounts), {
          paysItself: call.paysItself ?? false,
          signal,
        })
      default:
        throw unsupportedMethod(method)
    }
  }

  const calls = createCallPreparation({ ...parts, lookups, batches, hasBundler, accountOf })

  async function listGrants(signal: AbortSignal): Promise<readonly SiteGrant[]> {
    const { eoa, smart } = await open(signal)
    if (smart.version === 1) return []
    const stored = await parts.grants.list(signal)
    const grants = await verifyGrants(stored, { owner: eoa.address, account: smart.address })
    return grants.filter(({ chainId }) => hasBundler(chainId))
  }

  /** Undefined if the chain has no delegations. */
  async function readChainDelegation(
    eoa: Accounts['eoa'],
    chainId: string,
    signal: AbortSignal,
  ): Promise<ChainDelegation | undefined> {
    try {
      const delegation = await eoa.readDelegation(chainId, signal)
      const isListed = delegation.status !== 'none' || (await eoa.canDelegate(chainId, signal))
      return isListed ? { chainId, delegation } : undefined
    } catch {
      signal.throwIfAborted()
      return { chainId, delegation: undefined }
    }
  }

  const reads = createReads({ parts, open, accountsOn, hasBundler, batches, listGrants })

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

    grants: listGrants,
    grantStatus: (grant, signal) => readGrantStatus(rpc, grant, signal),

    async grantChains(signal) {
      const { smart } = await open(signal)
      return smart.version === 1 ? [] : chains.map(({ id }) => id).filter(hasBundler)
    },

    async prepareRevocation(revoked, options) {
      const accounts = await open(options.signal)
      const prepared =
        'id' in revoked
          ? calls.revocation(accounts, { grant: revoked, toResult: async () => ({}) }, options)
          : calls.revokeAll(accounts, revoked.chainId, options)
      return onlyOnce(prepared)
    },

    async delegations(signal) {
      const { eoa } = await open(signal)
      const evmChains = chains.map(({ id }) => id).filter((id) => id.startsWith('eip155:'))
      const read = evmChains.map((chainId) => readChainDelegation(eoa, chainId, signal))
      return (await Promise.all(read)).filter((one) => one !== undefined)
    },

    async prepareDelegation(chainId, change, signal) {
      const { namespace, coin } = chainSettings(chainId)
      if (namespace !== 'eip155') throw delegationErrors.unavailable()
      const { eoa } = await open(signal)
      const assertChange = async (ending: AbortSignal) => {
        const { status } = await eoa.readDelegation(chainId, ending)
        if ((status === 'none') !== (change === 'start')) throw delegationErrors.outdated()
      }
      await assertChange(signal)
      if (change === 'start' && !(await eoa.canDelegate(chainId, signal))) {
        throw delegationErrors.unavailable()
      }
      const [estimate, response] = await Promise.all([
        eoa.estimateDelegation(chainId, signal),
        rpc(chainId, 'eth_getBalance', [eoa.address, 'latest'], signal),
      ])
      const { fee } = estimate
      if (getFeeLevel(fee, coin) === 'too-high') throw delegationErrors.tooExpensive()
      return {
        fee,
        isPayable: (parseQuantity(response) ?? 0n) >= fee,
        async execute(ended) {
          await assertChange(ended)
          await eoa.setDelegation(chainId, change, estimate, ended)
        },
      }
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
