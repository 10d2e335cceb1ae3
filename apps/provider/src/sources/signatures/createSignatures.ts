import type { NetworkId } from '@latchkey/wire/caip'
import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isAddressEqual,
  recoverAddress,
} from 'viem'
import { NodeError, type Nodes } from '../../nodes/Nodes.js'

type SignedMessage = {
  readonly chain: NetworkId
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/** Whether an account signed a text (EIP-191). */
export interface Signatures {
  /** Throws an ApiError (503) when the chain had to be asked and did not answer. */
  verify(signed: SignedMessage, signal?: AbortSignal): Promise<boolean>
}

/**
 * Keys are checked here; contract accounts, deployed (ERC-1271) or not yet (ERC-6492), by running the
 * validator of ERC-6492 on their chain, which leaves no trace there.
 */
export function createSignatures(nodes: Nodes): Signatures {
  return {
    async verify({ chain, address, message, signature }, signal) {
      const hash = hashMessage(message)
      if (await isOfKey(address, hash, signature)) return true
      const data = encodeDeployData({
        abi: erc6492SignatureValidatorAbi,
        args: [address, hash, signature],
        bytecode: erc6492SignatureValidatorByteCode,
      })
      try {
        const answer = await nodes.call(chain, 'eth_call', [{ data }, 'latest'], signal)
        return answer === '0x01'
      } catch (error) {
        // The account's own code, or the factory in the signature, refused.
        if (error instanceof NodeError) return false
        throw error
      }
    },
  }
}

async function isOfKey(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}
