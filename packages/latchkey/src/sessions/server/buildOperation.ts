import { isRecord } from '@latchkey/wire/json'
import {
  encodeKeySignature,
  encodePermittedCalls,
  type PermittedCall,
  permissionNonceKey,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseData,
  parseLooseQuantity,
  parseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import type { ReadContext } from '../../families/eip155/permissionContext.js'
import { encodeCall } from '../../families/eip155/tokens.js'
import { type Rpc, toClientError } from './rpc.js'
import { SessionClientError } from './sessionClientError.js'
import { toRpcOperation, type UserOperation } from './userOperation.js'

export type OperationSource = {
  readonly context: ReadContext
  readonly node: Rpc
  readonly bundler: Rpc
  /** Undefined: the account pays. */
  readonly paymaster: Rpc | undefined
  /** The second parameter of the sponsor (ERC-7677). */
  readonly paymasterContext: Readonly<Record<string, unknown>>
  readonly lane: number
}

/** `getNonce(address,uint192)` of the entry point. */
const nonceSelector = '35567e1a'
/** As long as the key's real signature, so that the gas estimate is right. */
const noSignature: Hex = `0x${'ff'.repeat(64)}1c`
/** For nodes that do not suggest a tip. */
const usualTip = 1_500_000_000n

/** The operation with gas, fees and sponsor, ready to be signed. */
export async function buildOperation(
  source: OperationSource,
  calls: readonly PermittedCall[],
  { isEnabled, signal }: { readonly isEnabled: boolean; readonly signal: AbortSignal | undefined },
): Promise<UserOperation> {
  const { bundler, context } = source
  const draft = await draftOperation(source, calls, signal)
  const sponsored = { ...draft, ...(await fetchStub(source, draft, signal)) }
  const signature = encodeKeySignature(noSignature, isEnabled ? '0x' : context.signature)
  const params = [{ ...toRpcOperation(sponsored), signature }, entryPointAddress]
  const gas = await bundler('eth_estimateUserOperationGas', params, parseGas, signal).catch(
    (error: unknown) => {
      throw toClientError(error, 'bundler-declined')
    },
  )
  const estimated: UserOperation = {
    ...sponsored,
    ...gas.account,
    ...(sponsored.paymaster && { ...gas.sponsor, ...pickLimits(sponsored) }),
  }
  return { ...estimated, ...(await fetchSponsor(source, estimated, signal)) }
}

async function draftOperation(
  { context, node, lane }: OperationSource,
  calls: readonly PermittedCall[],
  signal: AbortSignal | undefined,
): Promise<UserOperation> {
  const { account, permission, factory, factoryData } = context
  const nonceCall = {
    to: entryPointAddress,
    data: encodeCall(nonceSelector, account, permissionNonceKey(permission, lane)),
  }
  const [nonce, code, price] = await Promise.all([
    node('eth_call', [nonceCall, 'latest'], parseLooseQuantity, signal),
    node('eth_getCode', [account, 'latest'], parseData, signal),
    readGasPrice(node, signal),
  ])
  return {
    sender: account,
    nonce,
    ...(code === '0x' && { factory, factoryData }),
    callData: encodePermittedCalls(permission, calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    ...price,
  }
}

/** Twice the base fee, so that the operation still fits after some full blocks. */
async function readGasPrice(node: Rpc, signal: AbortSignal | undefined) {
  const parseBase = (block: unknown) => {
    if (!isRecord(block)) return undefined
    return { base: parseQuantity(block.baseFeePerGas) }
  }
  const [{ base }, maxPriorityFeePerGas] = await Promise.all([
    node('eth_getBlockByNumber', ['latest', false], parseBase, signal),
    node('eth_maxPriorityFeePerGas', [], parseQuantity, signal).catch(() => usualTip),
  ])
  if (base !== undefined) {
    return { maxFeePerGas: base * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
  }
  const price = await node('eth_gasPrice', [], parseQuantity, signal)
  return { maxFeePerGas: price, maxPriorityFeePerGas: price }
}

type Gas = {
  readonly account: Pick<
    UserOperation,
    'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas'
  >
  readonly sponsor: Pick<UserOperation, 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>
}

function parseGas(result: unknown): Gas | undefined {
  if (!isRecord(result)) return undefined
  const callGasLimit = parseQuantity(result.callGasLimit)
  const verificationGasLimit = parseQuantity(result.verificationGasLimit)
  const preVerificationGas = parseQuantity(result.preVerificationGas)
  if (callGasLimit === undefined || verificationGasLimit === undefined) return undefined
  if (preVerificationGas === undefined) return undefined
  return {
    account: { callGasLimit, verificationGasLimit, preVerificationGas },
    sponsor: {
      paymasterVerificationGasLimit: parseQuantity(result.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: parseQuantity(result.paymasterPostOpGasLimit),
    },
  }
}

type Sponsor = Pick<
  UserOperation,
  'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'
> & { readonly isFinal?: boolean }

/** The sponsor's own limits count, where it gives them. */
function pickLimits(sponsor: Sponsor) {
  const { paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: postOp } = sponsor
  return {
    ...(verification !== undefined && { paymasterVerificationGasLimit: verification }),
    ...(postOp !== undefined && { paymasterPostOpGasLimit: postOp }),
  }
}

/** ERC-7677. A stub says how much gas the sponsor needs. */
function fetchStub(
  source: OperationSource,
  draft: UserOperation,
  signal: AbortSignal | undefined,
): Promise<Sponsor> {
  return requestSponsor(source, 'pm_getPaymasterStubData', draft, signal)
}

async function fetchSponsor(
  source: OperationSource,
  operation: UserOperation,
  signal: AbortSignal | undefined,
): Promise<Sponsor> {
  return requestSponsor(source, 'pm_getPaymasterData', operation, signal)
}

/** Without a sponsor the account pays; with one it never does. */
async function requestSponsor(
  { context, paymaster, paymasterContext }: OperationSource,
  method: string,
  operation: UserOperation,
  signal: AbortSignal | undefined,
): Promise<Sponsor> {
  if (!paymaster) return {}
  const permitted = context.permission.paymaster
  if (permitted === zeroAddress) throw new SessionClientError('sponsor-not-permitted')
  const chainId = toQuantity(BigInt(context.chainId))
  const params = [toRpcOperation(operation), entryPointAddress, chainId, paymasterContext]
  const sponsor = await paymaster(method, params, parseSponsor, signal).catch((error: unknown) => {
    throw toClientError(error, 'sponsor-declined')
  })
  if (sponsor.paymaster !== permitted) throw new SessionClientError('sponsor-not-permitted')
  return sponsor
}

function parseSponsor(result: unknown): Sponsor | undefined {
  if (!isRecord(result)) return undefined
  const paymaster = parseAddress(result.paymaster)
  const paymasterData = parseData(result.paymasterData)
  if (!paymaster || paymasterData === undefined) return undefined
  return { paymaster, paymasterData, ...pickLimits(parseLimits(result)) }
}

function parseLimits(result: Readonly<Record<string, unknown>>): Sponsor {
  return {
    paymasterVerificationGasLimit: parseQuantity(result.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: parseQuantity(result.paymasterPostOpGasLimit),
  }
}
