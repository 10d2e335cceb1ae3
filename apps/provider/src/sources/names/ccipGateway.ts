import type { NameRecord } from '@latchkey/wire/http/profile'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  encodePacked,
  type Hex,
  hexToBytes,
  keccak256,
  namehash,
  parseAbi,
  zeroAddress,
} from 'viem'
import { sign } from 'viem/accounts'
import { ApiError } from '../../errors/ApiError.js'
import { canonicalCoinType, ethereumCoinType } from './coinTypes.js'
import type { Names } from './createNames.js'

/**
 * CCIP-Read gateway for our zones (EIP-3668, ENSIP-10). A result is signed for one resolver, one request and
 * a short time: `keccak256(0x1900 ‖ resolver ‖ uint64 expires ‖ keccak256(calldata) ‖ keccak256(result))`.
 */
export type CcipGateway = {
  /** `calldata` is a call of `resolve(bytes name, bytes data)`. */
  resolve(resolver: Address, calldata: Hex): Promise<Hex>
}

const lifetimeSeconds = 300

const gatewayAbi = parseAbi(['function resolve(bytes name, bytes data)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])

export function createCcipGateway({
  names,
  signerKey,
  clock,
}: {
  readonly names: Names
  readonly signerKey: Hex
  readonly clock: { now(): number }
}): CcipGateway {
  return {
    async resolve(resolver, calldata) {
      const { name, data } = parseCalldata(calldata)
      if (!names.isLocal(name))
        throw new ApiError(404, 'data', 'This name is not in a zone of this provider.')
      const result = encodeRecord(await names.lookUp(name), name, data)
      const expires = BigInt(Math.floor(clock.now() / 1_000) + lifetimeSeconds)
      const hash = keccak256(
        encodePacked(
          ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
          ['0x1900', resolver, expires, keccak256(calldata), keccak256(result)],
        ),
      )
      const signature = await sign({ hash, privateKey: signerKey, to: 'hex' })
      return encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
        [result, expires, signature],
      )
    },
  }
}

function parseCalldata(calldata: Hex): { name: string; data: Hex } {
  try {
    const { args } = decodeFunctionData({ abi: gatewayAbi, data: calldata })
    return { name: parseDnsName(hexToBytes(args[0])), data: args[1] }
  } catch (cause) {
    throw new ApiError(400, 'data', 'This is not a request for a name.', { cause })
  }
}

/** DNS wire format: length-prefixed labels, ended by an empty one. */
function parseDnsName(bytes: Uint8Array): string {
  const labels: string[] = []
  let at = 0
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) {
    labels.push(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(at + 1, at + 1 + length)),
    )
    at += 1 + length
  }
  if (at !== bytes.length - 1) throw new Error('The encoded name has the wrong length.')
  return labels.join('.')
}

function encodeRecord(record: NameRecord | undefined, name: string, data: Hex): Hex {
  const { functionName, args } = parseRecordCall(data)
  if (args[0] !== namehash(name)) {
    throw new ApiError(400, 'data', 'The request is for another name.')
  }
  if (functionName === 'text') {
    const value = record?.attributes?.[args[1]] ?? ''
    return encodeFunctionResult({ abi: recordAbi, functionName, result: value })
  }
  if (args.length === 1) {
    return encodeAbiParameters(
      [{ type: 'address' }],
      [(record?.addresses[ethereumCoinType]?.address as Address | undefined) ?? zeroAddress],
    )
  }
  const coinType = args[1] > 0xffff_ffffn ? -1 : canonicalCoinType(Number(args[1]))
  const address = record?.addresses[coinType]?.address as Address | undefined
  return encodeAbiParameters([{ type: 'bytes' }], [address ?? '0x'])
}

function parseRecordCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: recordAbi, data })
  } catch (cause) {
    throw new ApiError(400, 'data', 'Only address and text records are supported.', { cause })
  }
}
