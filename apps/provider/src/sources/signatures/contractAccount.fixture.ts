import type { TestAccount } from '@latchkey/dev-stack/testAccounts'
import {
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'

/**
 * A contract account that accepts the signatures of its owner's key. Compiled with the
 * optimiser for Paris from:
 *
 *     // SPDX-License-Identifier: MIT
 *     pragma solidity ^0.8.28;
 *     contract Account {
 *       address immutable owner;
 *       constructor(address owner_) { owner = owner_; }
 *       function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
 *         bytes32 bound = keccak256(abi.encode(hash, address(this)));
 *         (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
 *         return ecrecover(bound, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0);
 *       }
 *     }
 */
const accountCode: Hex =
  '0x60a0604052348015600f57600080fd5b506040516102f33803806102f3833981016040819052602c91603c565b6001600160a01b0316608052606a565b600060208284031215604d57600080fd5b81516001600160a01b0381168114606357600080fd5b9392505050565b60805161026f610084600039600060ca015261026f6000f3fe608060405234801561001057600080fd5b506004361061002b5760003560e01c80631626ba7e14610030575b600080fd5b61004361003e36600461018f565b610060565b6040516001600160e01b0319909116815260200160405180910390f35b60008084306040516020016100889291909182526001600160a01b0316602082015260400190565b60405160208183030381529060405280519060200120905060008085856000906040926100b79392919061020d565b8101906100c49190610237565b915091507f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03166001848888604081811061010857610108610259565b6040805160008152602081018083529590955292013560f81c9183019190915250606081018590526080810184905260a0016020604051602081039080840390855afa15801561015c573d6000803e3d6000fd5b505050602060405103516001600160a01b03161461017b576000610184565b630b135d3f60e11b5b979650505050505050565b6000806000604084860312156101a457600080fd5b83359250602084013567ffffffffffffffff8111156101c257600080fd5b8401601f810186136101d357600080fd5b803567ffffffffffffffff8111156101ea57600080fd5b8660208284010111156101fc57600080fd5b939660209190910195509293505050565b6000808585111561021d57600080fd5b8386111561022a57600080fd5b5050820193919092039150565b6000806040838503121561024a57600080fd5b50508035926020909101359150565b634e487b7160e01b600052603260045260246000fd'

/** The CREATE2 factory that every anvil chain has. */
const create2Factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export function createContractAccount(owner: TestAccount) {
  const bytecode = concatHex([
    accountCode,
    encodeAbiParameters([{ type: 'address' }], [owner.address]),
  ])
  const deployment = concatHex([zeroHash, bytecode])
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: create2Factory,
    salt: zeroHash,
    bytecode,
  })
  return {
    address,
    /** The transaction that deploys the account. */
    deployment: { to: create2Factory, data: deployment } as const,
    /** Signs a hash bound to this account. */
    async sign(hash: Hex): Promise<Hex> {
      const bound = keccak256(
        encodeAbiParameters([{ type: 'bytes32' }, { type: 'address' }], [hash, address]),
      )
      return owner.sign({ hash: bound })
    },
    /** Valid before the account is deployed (ERC-6492). */
    wrap: (signature: Hex): Hex =>
      serializeErc6492Signature({ address: create2Factory, data: deployment, signature }),
  }
}
