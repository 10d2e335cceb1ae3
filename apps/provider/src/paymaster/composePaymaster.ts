import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql } from 'postgres'
import { type Hex, parseUnits } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { OwnPaymasters } from '../bundler/admissionRules.js'
import { createEstimates } from '../bundler/createEstimates.js'
import { createDataFees } from '../bundler/dataFees.js'
import { createFees } from '../bundler/fees.js'
import { createReadSender } from '../bundler/senders.js'
import { type Clock, skipWhileBusy } from '../clock.js'
import type { PaymasterSettings } from '../config/paymasterSettings.js'
import { failureName, type Log } from '../log.js'
import type { Nodes } from '../nodes/Nodes.js'
import { createBudgetSigner } from './createBudgetSigner.js'
import { createPaymaster, type Paymaster } from './createPaymaster.js'
import { createSettlement, isTemporary } from './createSettlement.js'
import { createTokenFees } from './createTokenFees.js'
import { createTokenRates, type ReadDollars } from './createTokenRates.js'
import { createReadNonce } from './nonces.js'
import { type PaymasterContract, renderPaymasterMetrics } from './paymasterMetrics.js'
import { createPolicies } from './policies.js'
import type { Rejection } from './rejections.js'
import { createSponsorStore } from './sponsorStore.js'
import { createSigner } from './sponsorship.js'

/** The settings, with the key whose signature makes the paymaster pay. */
export type PaymasterConfig = Omit<PaymasterSettings, 'keys'> & { readonly signerKey: Hex }

const defaultConfirmations = 12
/** In the chain's coin. */
export const defaultLowDeposit = '0.1'
const settleIntervalMs = 3_000
const cleanupIntervalMs = 3_600_000
const alarmIntervalMs = 3_600_000
const retentionMs = 90 * 86_400_000

/** A token pays its fees back, so what it lays out has no end. */
const noLimit = 2n ** 255n

/** Creates the paymasters with their store, settlement and metrics. */
export function composePaymaster(
  config: PaymasterConfig,
  parts: {
    readonly sql: Sql
    readonly nodes: Nodes
    readonly clock: Clock
    readonly log: Log
    /** The bundler's. */
    readonly executorKey: Hex
    readonly readDollars: ReadDollars
  },
): {
  readonly paymaster: Paymaster
  readonly paymastersOf: (chain: NetworkId) => OwnPaymasters
  /** Books what the chains have included, and releases what they no longer can. */
  settle(): Promise<void>
  /** Calls `settle` regularly. Returns a function that stops it. */
  watch(): () => void
  /** Lines of Prometheus text. */
  readMetrics(): Promise<readonly string[]>
} {
  const { sql, nodes, clock, log, executorKey, readDollars } = parts
  const { tokenFees } = config
  const contracts = { sponsor: config.contracts, token: tokenFees?.contracts ?? {} }
  const listed: readonly PaymasterContract[] = (['sponsor', 'token'] as const).flatMap((payer) =>
    (Object.keys(contracts[payer]) as NetworkId[]).map((chain) => ({
      payer,
      chain,
      paymaster: contracts[payer][chain]?.toLowerCase() as Hex,
    })),
  )
  const findPaymaster = (payer: PaymasterContract['payer'], chain: NetworkId) =>
    listed.find((one) => one.payer === payer && one.chain === chain)?.paymaster
  const paymasterOf = (payer: PaymasterContract['payer']) => (chain: NetworkId) => {
    const found = findPaymaster(payer, chain)
    if (found === undefined) throw new TypeError(`There is no ${payer} paymaster on ${chain}.`)
    return found
  }
  const decimalsOf = (chain: NetworkId) => nodes.settings(chain).nativeCurrency.decimals
  const parseCoins = (amount: string, chain: NetworkId) => parseUnits(amount, decimalsOf(chain))
  const lowDepositOf = (chain: NetworkId) =>
    parseCoins(config.lowDeposit?.[chain] ?? defaultLowDeposit, chain)
  const store = createSponsorStore(sql, clock)
  const readNonce = createReadNonce(nodes)
  const settlementOf = (payer: PaymasterContract['payer']) =>
    createSettlement({
      nodes,
      readNonce,
      store,
      log,
      paymasterOf: paymasterOf(payer),
      confirmationsOf: (chain) => config.confirmations?.[chain] ?? defaultConfirmations,
    })
  const settlements = { sponsor: settlementOf('sponsor'), token: settlementOf('token') }
  const policies = createPolicies(config, decimalsOf)
  const fees = createFees(nodes, createDataFees(nodes, privateKeyToAddress(executorKey)))
  const readEstimate = createEstimates(nodes, fees)
  const readSender = createReadSender(nodes)
  const signer = createSigner(config.signerKey)
  const rejections = new Map<string, number>()
  const alarmedAt = new Map<PaymasterContract, number>()

  const budgetSignerOf = (payer: PaymasterContract['payer']) =>
    createBudgetSigner({
      ...{ store, readNonce, readEstimate, fees, clock },
      settlement: settlements[payer],
    })

  function countRejection(chain: NetworkId, reason: Rejection): void {
    const labels = `chain="${chain}",reason="${reason}"`
    rejections.set(labels, (rejections.get(labels) ?? 0) + 1)
  }

  /** Once an hour for each paymaster. */
  async function checkDeposit(contract: PaymasterContract): Promise<void> {
    const { chain, paymaster } = contract
    const state = await store.readState(chain, paymaster)
    if (!state || state.deposit - state.reserved >= lowDepositOf(chain)) return
    const last = alarmedAt.get(contract) ?? Number.NEGATIVE_INFINITY
    if (last + alarmIntervalMs > clock.now()) return
    alarmedAt.set(contract, clock.now())
    log({ level: 'error', event: 'sponsor-deposit-low', reason: chain })
  }

  async function settle(): Promise<void> {
    for (const contract of listed) {
      const { payer, chain } = contract
      try {
        await settlements[payer].start(chain)
        await settlements[payer].settle(chain)
        await checkDeposit(contract)
      } catch (error) {
        // Other chains may respond although this one does not.
        if (!isTemporary(error)) throw error
      }
    }
  }

  return {
    paymastersOf: (chain) => ({
      sponsor: findPaymaster('sponsor', chain),
      token: findPaymaster('token', chain),
    }),
    settle,
    paymaster: createPaymaster({
      chains: [...new Set(listed.map(({ chain }) => chain))],
      paymasterOf: paymasterOf('sponsor'),
      policies,
      signWithinBudget: budgetSignerOf('sponsor'),
      tokenFees: createTokenFees({
        settings: tokenFees,
        paymasterOf: (chain) => findPaymaster('token', chain),
        budgetOf: (chain) => ({
          perAccountPerDay: parseCoins(tokenFees?.budget.perAccountPerDay ?? '0', chain),
          perDay: parseCoins(tokenFees?.budget.perDay ?? '0', chain),
          total: noLimit,
        }),
        ...{ nodes, signer, readSender, readEstimate },
        signWithinBudget: budgetSignerOf('token'),
        readRate: createTokenRates(nodes, readDollars, tokenFees ?? {}),
      }),
      signer,
      readSender,
      clock,
      onRejected: countRejection,
    }),
    watch() {
      const onError = (error: unknown) =>
        log({ level: 'warn', event: 'sponsor-settlement-failed', reason: failureName(error) })
      const stopCleanup = clock.every(cleanupIntervalMs, () => {
        store.removeEndedBefore(clock.now() - retentionMs).catch(onError)
      })
      const stopSettling = clock.every(settleIntervalMs, skipWhileBusy(settle, onError))
      return () => {
        stopCleanup()
        stopSettling()
      }
    },
    readMetrics: () =>
      renderPaymasterMetrics({ store, contracts: listed, policies, lowDepositOf, rejections }),
  }
}
