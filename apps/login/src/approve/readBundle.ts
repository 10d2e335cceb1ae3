import type { Hex } from '@latchkey/wire/rpc/eip155'
import { decodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import type { Call } from '../account/action.js'

export type InnerCall = Call & {
  readonly to: Hex
  /** Runs the code of `to` as the caller itself. */
  readonly isDelegate?: true
}

export type Bundle = {
  readonly calls: readonly InnerCall[]
  /** Whether the inner calls are all that happens. */
  readonly isWhole: boolean
  /** Made for a delegate call by a Safe. */
  readonly isMultiSend: boolean
}

const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** Safe's MultiSend and MultiSendCallOnly, from version 1.1.1 to 1.4.1. */
const multiSends: ReadonlySet<string> = new Set([
  '0x8d29be29923b68abfdd21e541b9374737b49cdad',
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
])

const abi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate(Call[] calls)',
  'function tryAggregate(bool requireSuccess, Call[] calls)',
  'function blockAndAggregate(Call[] calls)',
  'function tryBlockAndAggregate(bool requireSuccess, Call[] calls)',
  'function aggregate3(Call3[] calls)',
  'function aggregate3Value(Call3Value[] calls)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  'function multiSend(bytes transactions)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])

const selectors: ReadonlySet<string> = new Set(
  abi.map((item) => toFunctionSelector(item).toLowerCase()),
)

/** The inner calls of a call; undefined if none are known. */
export function readBundle(to: string, data: Hex): Bundle | undefined {
  const found = readKnownBundle(to, data)
  // Without inner calls the effect is unknown.
  return found && found.calls.length > 0 ? found : undefined
}

function readKnownBundle(to: string, data: Hex): Bundle | undefined {
  const decoded = decode(data)
  if (!decoded) return undefined
  const target = to.toLowerCase()
  const call = (target: Hex, data: Hex, value = 0n): InnerCall => ({ to: target, value, data })
  switch (decoded.functionName) {
    case 'aggregate':
    case 'blockAndAggregate':
    case 'aggregate3':
      return bundle(
        decoded.args[0].map((one) => call(one.target, one.callData)),
        target === multicall3,
      )
    case 'aggregate3Value':
      return bundle(
        decoded.args[0].map((one) => call(one.target, one.callData, one.value)),
        target === multicall3,
      )
    case 'tryAggregate':
    case 'tryBlockAndAggregate':
      return bundle(
        decoded.args[1].map((one) => call(one.target, one.callData)),
        target === multicall3,
      )
    case 'multicall':
      // The contract calls itself on behalf of the caller.
      return bundle(
        (decoded.args.length === 1 ? decoded.args[0] : decoded.args[1]).map((one) =>
          call(target as Hex, one),
        ),
        true,
      )
    case 'multiSend': {
      const calls = unpack(decoded.args[0])
      const isMultiSend = multiSends.has(target)
      return calls && { calls, isWhole: false, isMultiSend }
    }
    case 'execTransaction': {
      const [inner, value, callData, operation] = decoded.args
      return bundle([{ ...call(inner, callData, value), ...delegate(operation) }], false)
    }
  }
}

function bundle(calls: readonly InnerCall[], isWhole: boolean): Bundle {
  return { calls, isWhole, isMultiSend: false }
}

function decode(data: Hex) {
  // Checked first, because decoding hashes the whole list.
  if (!selectors.has(data.slice(0, 10).toLowerCase())) return undefined
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return undefined
  }
}

/** Safe's `operation`: 0 is a call, 1 a delegate call. Anything else would revert. */
export function delegate(operation: number): { readonly isDelegate?: true } {
  return operation === 0 ? {} : { isDelegate: true }
}

/** Each transaction: operation, target, value, the length of the data, the data. */
function unpack(packed: Hex): readonly InnerCall[] | undefined {
  const body = packed.slice(2)
  const calls: InnerCall[] = []
  for (let at = 0; at < body.length; ) {
    const head = body.slice(at, at + 170)
    if (head.length < 170) return undefined
    const length = Number(BigInt(`0x${head.slice(106)}`)) * 2
    const data = body.slice(at + 170, at + 170 + length)
    if (data.length !== length) return undefined
    calls.push({
      to: `0x${head.slice(2, 42)}`,
      value: BigInt(`0x${head.slice(42, 106)}`),
      data: `0x${data}`,
      ...delegate(Number.parseInt(head.slice(0, 2), 16)),
    })
    at += 170 + length
  }
  return calls
}
