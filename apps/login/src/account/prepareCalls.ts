import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Lookups } from '../screens/screens.js'
import { encodeCalls } from './accountCalls.js'
import type { Call, CallsAction, PreparedAction } from './action.js'
import type { SentBatch } from './callsStatus.js'
import type { Accounts, WalletParts } from './createReads.js'
import type { RpcCall } from './embeddedWallet.js'
import type { EvmAccount, Sent } from './evmAccount.js'
import { type CallsRequest, readCalls, readTransaction } from './evmRequests.js'
import { awaitRevoked, type RevocationRequest, revocations } from './grants/prepareRevocation.js'
import { withEstimate } from './operation.js'
import { readOperation } from './operationRequest.js'
import { assertKnownOrders } from './ownAccount.js'
import { type Plan, planCalls, planOperation } from './plan.js'
import { simulateCalls } from './simulateCalls.js'
import { withTargets } from './smartAccount.js'
import { createSponsor, type Sponsor } from './sponsor.js'
import { createTokenPayment } from './tokenFee.js'
import { batchErrors, foreignAccount, invalidParams } from './walletErrors.js'

type CallParts = Pick<
  WalletParts,
  'rpc' | 'paymaster' | 'paymasterOf' | 'paymasterUrl' | 'projectId' | 'tokenFeesOf'
> & {
  readonly lookups: Lookups
  /** Batches sent from here, by the id that the site got. */
  readonly batches: Map<string, SentBatch>
  hasBundler(chainId: string): boolean
  accountOf(chainId: string, accounts: Accounts, address: Hex | undefined): EvmAccount
}

type AccountRequest = {
  readonly account: EvmAccount
  readonly chainId: string
  readonly calls: readonly Call[]
}

type OrderOptions = { readonly paysItself: boolean; readonly signal: AbortSignal }

/** Prepares requests that send calls of an account. */
export function createCallPreparation(parts: CallParts) {
  const { rpc, lookups, batches, hasBundler, accountOf } = parts

  function prepare<sent>(
    accounts: Accounts,
    { account, chainId, calls }: AccountRequest,
    makePlan: () => Promise<Plan<sent>>,
    toResult: (sent: sent) => unknown,
    signal: AbortSignal,
  ): PreparedAction<CallsAction> {
    assertKnownOrders(calls, accounts)
    const plan = makePlan()
    // Avoids unhandled rejections: the visitor may reject before the network responds.
    const later = <value>(read: (plan: Plan<sent>) => value) => {
      const value = plan.then(read)
      value.catch(() => undefined)
      return value
    }
    return {
      action: {
        kind: 'calls',
        chainId,
        account: account.address,
        calls,
        ownAccounts: accounts.own,
        fee: later(({ estimate }) => estimate.fee),
        sponsorship: later(({ sponsorship }) => sponsorship),
        simulation: simulateCalls({ rpc, lookups }, chainId, account.address, calls, signal),
      },
      execute: async (ended) => toResult(await (await plan).send(ended)),
    }
  }

  /** Also lets the visitor choose a token for the fee of a smart account, where there is one. */
  function preparePayable(
    accounts: Accounts,
    request: AccountRequest,
    makePlan: () => Promise<Plan>,
    toResult: (sent: Sent) => unknown,
    { unpaidToken, signal }: { readonly unpaidToken: string | undefined; signal: AbortSignal },
  ): PreparedAction<CallsAction> {
    const prepared = prepare(accounts, request, makePlan, toResult, signal)
    const { account, chainId, calls } = request
    const offer = account.type === 'smartAccount' ? parts.tokenFeesOf(chainId) : undefined
    const url = parts.paymasterUrl(chainId)
    if (!offer || url === undefined) return prepared
    const { action, execute } = prepared
    const readFee = async () =>
      (await action.sponsorship)?.status === 'paid' ? undefined : action.fee
    const { choices, choose, plan } = createTokenPayment(
      {
        ...{ rpc, lookups, ...offer },
        payerOf: (token) =>
          createSponsor(parts.paymaster, { url, context: { token } }, offer.paymaster),
      },
      {
        ...{ smart: accounts.smart, chainId, calls, simulation: action.simulation },
        fee: readFee(),
      },
      signal,
    )
    return {
      action: { ...action, payment: { choices, choose, unpaidToken } },
      async execute(ended) {
        const chosen = plan()
        return chosen ? toResult(await chosen.send(ended)) : execute(ended)
      },
    }
  }

  /** Undefined if nobody can pay here; throws if the request needs it. */
  function sponsorOf(
    chainId: string,
    account: EvmAccount,
    request: CallsRequest['paymasterService'],
  ): Sponsor | undefined {
    if (!request) return undefined
    const paymaster = parts.paymasterOf(chainId)
    if (account.type === 'eoa' || paymaster === undefined) {
      if (request.isOptional) return undefined
      throw batchErrors.capability()
    }
    const url = parts.paymasterUrl(chainId, request.url)
    if (url === undefined) {
      throw invalidParams('The paymaster is neither the provider’s nor the site’s own')
    }
    return createSponsor(parts.paymaster, { url, context: request.context }, paymaster)
  }

  /** The provider pays for revocations, so that they need no coins. */
  function revocationSponsor(chainId: string): Sponsor | undefined {
    const paymaster = parts.paymasterOf(chainId)
    const url = parts.paymasterUrl(chainId)
    if (paymaster === undefined || url === undefined) return undefined
    return createSponsor(parts.paymaster, { url, context: {} }, paymaster)
  }

  /** An order of the owner to the smart account itself, done when the chain has done it. */
  function prepareOrder(
    accounts: Accounts,
    chainId: string,
    callData: Hex,
    { paysItself, signal }: OrderOptions,
    toResult: (ended: AbortSignal) => Promise<unknown>,
  ): PreparedAction {
    const { smart } = accounts
    const sponsor = paysItself ? undefined : revocationSponsor(chainId)
    const call = { to: smart.address, value: 0n, data: callData }
    const prepared = prepare(
      accounts,
      { account: smart, chainId, calls: [call] },
      async () => {
        const plan = await planOperation(smart, chainId, callData, sponsor, signal)
        // Nobody promised to pay, so it is no news if nobody does.
        return plan.sponsorship?.status === 'refused' ? { ...plan, sponsorship: undefined } : plan
      },
      ({ id }) => id,
      signal,
    )
    return {
      // A node cannot simulate it: only the entry point may call the account.
      action: { ...prepared.action, simulation: Promise.resolve({ status: 'unavailable' }) },
      async execute(ended) {
        await awaitRevoked(smart, chainId, (await prepared.execute(ended)) as Hex, ended)
        return toResult(ended)
      },
    }
  }

  return {
    transaction(accounts: Accounts, call: RpcCall, signal: AbortSignal) {
      const { params, chainId, unpaidToken } = call
      const { account: from, call: only } = readTransaction(params, chainId)
      const account = accountOf(chainId, accounts, from)
      const calls = [only]
      const makePlan = () => planCalls(account, chainId, calls, signal)
      const toResult = (sent: Sent) => sent.transactionHash
      const request = { account, chainId, calls }
      return preparePayable(accounts, request, makePlan, toResult, { unpaidToken, signal })
    },

    async batch(accounts: Accounts, call: RpcCall, signal: AbortSignal): Promise<PreparedAction> {
      const { params, chainId, paysItself = false, unpaidToken } = call
      const request = readCalls(params, chainId)
      const { account: from, calls, id, isFirstVersion } = request
      const account = accountOf(chainId, accounts, from)
      if (account.type === 'eoa' && calls.length > 1) {
        const { status } = await accounts.eoa.readDelegation(chainId, signal)
        if (status !== 'own') throw batchErrors.notAtomic()
      }
      if (id !== undefined && batches.has(id)) throw batchErrors.duplicate()
      const sponsor = sponsorOf(chainId, account, request.paymasterService)
      const makePlan = async (): Promise<Plan> => {
        if (sponsor && !paysItself) {
          const callData = encodeCalls(withTargets(calls))
          return planOperation(accounts.smart, chainId, callData, sponsor, signal)
        }
        const plan = await planCalls(account, chainId, calls, signal)
        return sponsor ? { ...plan, sponsorship: { status: 'refused', why: '' } } : plan
      }
      const toResult = (sent: Sent) => {
        const name = id ?? sent.id
        batches.set(name, { chainId, hash: sent.id })
        return isFirstVersion ? name : { id: name }
      }
      const payable = { account, chainId, calls }
      return preparePayable(accounts, payable, makePlan, toResult, { unpaidToken, signal })
    },

    async operation(
      accounts: Accounts,
      { params, chainId }: RpcCall,
      signal: AbortSignal,
    ): Promise<PreparedAction> {
      const { smart, eoa } = accounts
      if (!hasBundler(chainId)) throw batchErrors.chain()
      const { version } = smart
      const request = readOperation(params, { owner: eoa.address, version })
      if (request.sender !== smart.address.toLowerCase()) throw foreignAccount()
      const draft = await smart.draft(chainId, request.callData, signal)
      if (request.hasFactory && draft.factory === undefined) {
        throw invalidParams('The account exists already')
      }
      const operation = { ...draft, nonce: request.nonce ?? draft.nonce }
      const makePlan = async (): Promise<Plan<Hex>> => {
        const estimate = await smart.price(chainId, operation, signal)
        return {
          estimate,
          async send(ended) {
            ended.throwIfAborted()
            return smart.submit(chainId, withEstimate(operation, estimate))
          },
        }
      }
      const { calls } = request
      const named = { account: smart, chainId, calls }
      return prepare(accounts, named, makePlan, (hash) => hash, signal)
    },

    /** Revokes on the chain; the result comes when the chain has done it. */
    revocation(
      accounts: Accounts,
      { grant, toResult }: RevocationRequest,
      options: OrderOptions,
    ): PreparedAction {
      const { smart } = accounts
      return prepareOrder(accounts, grant.chainId, revocations.one(grant), options, (ended) =>
        toResult(smart, parts.projectId, ended),
      )
    },

    /** Revokes all permissions of the account on a chain, also those that nobody lists. */
    revokeAll: (accounts: Accounts, chainId: string, options: OrderOptions) =>
      prepareOrder(accounts, chainId, revocations.all(), options, async () => ({})),
  }
}
