import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import { decodeAbiParameters, type Log, parseEventLogs } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import type { Settlement } from './riskStore.js'

type NodeReceipt = {
  readonly gasUsed: Hex
  /** Missing on some nodes. */
  readonly effectiveGasPrice?: unknown
  /** Charged by OP Stack roll-ups besides the gas. */
  readonly l1Fee?: unknown
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly logs: readonly (Log & { readonly logIndex: unknown })[]
}

/** The receipt of an operation, from the receipt of its transaction. Null if there is none. */
export function parseReceipt(hash: Hex, found: unknown) {
  if (typeof found !== 'object' || found === null) return null
  const receipt = found as NodeReceipt
  const entryPointLogs = receipt.logs.filter(
    ({ address }) => address.toLowerCase() === entryPointAddress.toLowerCase(),
  )
  const events = parseEventLogs({ abi: entryPoint08Abi, logs: entryPointLogs as Log[] })
  const ended = events.find(
    (event) => event.eventName === 'UserOperationEvent' && event.args.userOpHash === hash,
  )
  if (ended?.eventName !== 'UserOperationEvent') return null
  const { sender, nonce, paymaster, success, actualGasCost, actualGasUsed } = ended.args
  const started = events.find(({ eventName }) => eventName === 'BeforeExecution')
  const failed = events.find(
    (event) => event.eventName === 'UserOperationRevertReason' && event.args.userOpHash === hash,
  )
  const reason =
    failed?.eventName === 'UserOperationRevertReason' ? failed.args.revertReason : undefined
  return {
    userOpHash: hash,
    entryPoint: entryPointAddress,
    sender,
    nonce: toQuantity(nonce),
    paymaster,
    actualGasCost: toQuantity(actualGasCost),
    actualGasUsed: toQuantity(actualGasUsed),
    success,
    ...(reason !== undefined && { reason: parseReason(reason) }),
    // Logs of the operation itself, between the entry point's events.
    logs: receipt.logs.filter(
      ({ logIndex }) =>
        Number(logIndex) > Number(started?.logIndex ?? -1) &&
        Number(logIndex) < Number(ended.logIndex),
    ),
    receipt,
  }
}

/** What the transaction cost the executor, and what the entry point refunded. */
export function parseSettlement(hash: Hex, found: unknown, maxFeePerGas: bigint): Settlement {
  const { gasUsed, effectiveGasPrice, l1Fee } = found as NodeReceipt
  const gas = BigInt(gasUsed)
  const price = parseQuantity(effectiveGasPrice) ?? maxFeePerGas
  return {
    gasUsed: gas,
    laidOut: gas * price + (parseQuantity(l1Fee) ?? 0n),
    refunded: BigInt(parseReceipt(hash, found)?.actualGasCost ?? 0n),
  }
}

/** The text of a `require`, or the raw bytes. */
function parseReason(data: Hex): string {
  if (!data.startsWith('0x08c379a0')) return data
  try {
    const [text] = decodeAbiParameters([{ type: 'string' }], `0x${data.slice(10)}`)
    return text
  } catch {
    return data
  }
}
