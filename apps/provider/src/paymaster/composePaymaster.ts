import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql } from 'postgres'
import { type Hex, parseUnits } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createEstimates } from '../bundler/createEstimates.js'
import { createDataFees } from '../bundler/dataFees.js'
import { createFees } from '../bundler/fees.js'
import { createReadSender } from '../bundler/senders.js'
import { type Clock, skipWhileBusy } from '../clock.js'
import type { PaymasterSettings } from '../config/paymasterSettings.js'
import { failureName, type Log } from '../log.js'
import type { Nodes } from '../nodes/Nodes.js'
import { createPaymaster, type Paymaster, type Rejection } from './createPaymaster.js'
import { createSettlement, isTemporary } from './createSettlement.js'
import { createReadNonce } from './nonces.js'
import { renderPaymasterMetrics } from './paymasterMetrics.js'
import { createPolicies } from './policies.js'
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

/** Creates the paymaster with its store, settlement and metrics. */
export function composePaymaster(
  config: PaymasterConfig,
  parts: {
    readonly sql: Sql
    readonly nodes: Nodes
    readonly clock: Clock
    readonly log: Log
    /** The bundler's. */
    readonly executorKey: Hex
  },
): {
  readonly paymaster: Paymaster
  readonly paymasterOf: (chain: NetworkId) => Hex | undefined
  /** Books what the chains have included, and releases what they no longer can. */
  settle(): Promise<void>
  /** Calls `settle` regularly. Returns a function that stops it. */
  watch(): () => void
  /** Lines of Prometheus text. */
  readMetrics(): Promise<readonly string[]>
} {
  const { sql, nodes, clock, log, executorKey } = parts
  const chains = Object.keys(config.contracts) as NetworkId[]
  const findPaymaster = (chain: NetworkId) =>
    config.contracts[chain]?.toLowerCase() as Hex | undefined
  const paymasterOf = (chain: NetworkId): Hex => {
    const found = findPaymaster(chain)
    if (found === undefined) throw new TypeError(`There is no paymaster on ${chain}.`)
    return found
  }
  const decimalsOf = (chain: NetworkId) => nodes.settings(chain).nativeCurrency.decimals
  const lowDepositOf = (chain: NetworkId) =>
    parseUnits(config.lowDeposit?.[chain] ?? defaultLowDeposit, decimalsOf(chain))
  const store = createSponsorStore(sql, clock)
  const readNonce = createReadNonce(nodes)
  const settlement = createSettlement({
    nodes,
    readNonce,
    store,
    log,
    paymasterOf,
    confirmationsOf: (chain) => config.confirmations?.[chain] ?? defaultConfirmations,
  })
  const policies = createPolicies(config, decimalsOf)
  const fees = createFees(nodes, createDataFees(nodes, privateKeyToAddress(executorKey)))
  const rejections = new Map<string, number>()
  const alarmedAt = new Map<NetworkId, number>()

  function countRejection(chain: NetworkId, reason: Rejection): void {
    const labels = `chain="${chain}",reason="${reason}"`
    rejections.set(labels, (rejections.get(labels) ?? 0) + 1)
  }

  /** Once an hour for each chain. */
  async function checkDeposit(chain: NetworkId): Promise<void> {
    const state = await store.readState(chain, paymasterOf(chain))
    if (!state || state.deposit - state.reserved >= lowDepositOf(chain)) return
    if ((alarmedAt.get(chain) ?? Number.NEGATIVE_INFINITY) + alarmIntervalMs > clock.now()) return
    alarmedAt.set(chain, clock.now())
    log({ level: 'error', event: 'sponsor-deposit-low', reason: chain })
  }

  async function settle(): Promise<void> {
    for (const chain of chains) {
      try {
        await settlement.start(chain)
        await settlement.settle(chain)
        await checkDeposit(chain)
      } catch (error) {
        // Other chains may respond although this one does not.
        if (!isTemporary(error)) throw error
      }
    }
  }

  return {
    paymasterOf: findPaymaster,
    settle,
    paymaster: createPaymaster({
      chains,
      paymasterOf,
      policies,
      store,
      settlement,
      signer: createSigner(config.signerKey),
      readNonce,
      readSender: createReadSender(nodes),
      readEstimate: createEstimates(nodes, fees),
      fees,
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
      renderPaymasterMetrics({ store, chains, paymasterOf, policies, lowDepositOf, rejections }),
  }
}
