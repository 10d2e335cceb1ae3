import type { NetworkId } from '@latchkey/wire/caip'
import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  hexToBigInt,
  isAddressEqual,
  isErc6492Signature,
  recoverAddress,
  sliceHex,
} from 'viem'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'

type SignedMessage = {
  readonly chain: NetworkId
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/** Verifies signed messages (EIP-191). */
export type Signatures = {
  /** Throws an ApiError (503) if the chain is needed and does not respond. */
  verify(signed: SignedMessage, signal?: AbortSignal): Promise<boolean>
}

/**
 * Keys are verified locally; contract accounts (ERC-1271, ERC-6492) with the ERC-6492 validator in an
 * `eth_call`.
 */
export function createSignatures(nodes: Nodes): Signatures {
  return {
    async verify({ chain, address, message, signature }, signal) {
      const hash = hashMessage(message)
      if (await isSignedByKey(address, hash, signature)) return true
      // The validator recovers keys too, but also from the high-S form.
      if (!isErc6492Signature(signature)) {
        const code = await nodes.call(chain, 'eth_getCode', [address, 'latest'], signal)
        if (code === '0x') return false
      }
      const data = encodeDeployData({
        abi: erc6492SignatureValidatorAbi,
        args: [address, hash, signature],
        bytecode: erc6492SignatureValidatorByteCode,
      })
      try {
        const result = await nodes.call(chain, 'eth_call', [{ data }, 'latest'], signal)
        return result === '0x01'
      } catch (error) {
        // The account or the factory reverted.
        if (error instanceof NodeRpcError) return false
        throw error
      }
    },
  }
}

/** Half the order of secp256k1. */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

async function isSignedByKey(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    // Anyone can make the high-S form from the low-S form, so reject it.
    if (hexToBigInt(sliceHex(signature, 32, 64)) > maxS) return false
    return isAddressEqual(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}
