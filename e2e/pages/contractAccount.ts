import {
  concatHex,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseEther,
  publicActions,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'

/**
 * A contract account for pages that act as such a wallet. It executes its owner's calls and accepts
 * its owner's signatures. Compiled with the optimiser for Paris
 * from:
 *
 *     // SPDX-License-Identifier: MIT
 *     pragma solidity ^0.8.28;
 *     contract Account {
 *       address immutable owner;
 *       constructor(address owner_) payable { owner = owner_; }
 *       receive() external payable {}
 *       function execute(address[] calldata to, uint256[] calldata value, bytes[] calldata data) external {
 *         require(msg.sender == owner);
 *         for (uint256 i = 0; i < to.length; i++) {
 *           (bool ok,) = to[i].call{value: value[i]}(data[i]);
 *           require(ok);
 *         }
 *       }
 *       function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
 *         bytes32 bound = keccak256(abi.encode(hash, address(this)));
 *         (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
 *         return ecrecover(bound, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0);
 *       }
 *     }
 */
const code: Hex =
  '0x60a06040526040516105bf3803806105bf8339810160408190526020916030565b6001600160a01b0316608052605e565b600060208284031215604157600080fd5b81516001600160a01b0381168114605757600080fd5b9392505050565b60805161053f6100806000396000818161010201526101d2015261053f6000f3fe60806040526004361061002d5760003560e01c80631626ba7e14610039578063a516a5bf1461007657600080fd5b3661003457005b600080fd5b34801561004557600080fd5b506100596100543660046102e6565b610098565b6040516001600160e01b0319909116815260200160405180910390f35b34801561008257600080fd5b506100966100913660046103b0565b6101c7565b005b60008084306040516020016100c09291909182526001600160a01b0316602082015260400190565b60405160208183030381529060405280519060200120905060008085856000906040926100ef93929190610456565b8101906100fc9190610480565b915091507f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031660018488886040818110610140576101406104a2565b6040805160008152602081018083529590955292013560f81c9183019190915250606081018590526080810184905260a0016020604051602081039080840390855afa158015610194573d6000803e3d6000fd5b505050602060405103516001600160a01b0316146101b35760006101bc565b630b135d3f60e11b5b979650505050505050565b336001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016146101fc57600080fd5b60005b858110156102dd57600087878381811061021b5761021b6104a2565b905060200201602081019061023091906104b8565b6001600160a01b031686868481811061024b5761024b6104a2565b90506020020135858585818110610264576102646104a2565b905060200281019061027691906104e8565b60405161028492919061052f565b60006040518083038185875af1925050503d80600081146102c1576040519150601f19603f3d011682016040523d82523d6000602084013e6102c6565b606091505b50509050806102d457600080fd5b506001016101ff565b50505050505050565b6000806000604084860312156102fb57600080fd5b83359250602084013567ffffffffffffffff81111561031957600080fd5b8401601f8101861361032a57600080fd5b803567ffffffffffffffff81111561034157600080fd5b86602082840101111561035357600080fd5b939660209190910195509293505050565b60008083601f84011261037657600080fd5b50813567ffffffffffffffff81111561038e57600080fd5b6020830191508360208260051b85010111156103a957600080fd5b9250929050565b600080600080600080606087890312156103c957600080fd5b863567ffffffffffffffff8111156103e057600080fd5b6103ec89828a01610364565b909750955050602087013567ffffffffffffffff81111561040c57600080fd5b61041889828a01610364565b909550935050604087013567ffffffffffffffff81111561043857600080fd5b61044489828a01610364565b979a9699509497509295939492505050565b6000808585111561046657600080fd5b8386111561047357600080fd5b5050820193919092039150565b6000806040838503121561049357600080fd5b50508035926020909101359150565b634e487b7160e01b600052603260045260246000fd5b6000602082840312156104ca57600080fd5b81356001600160a01b03811681146104e157600080fd5b9392505050565b6000808335601e198436030181126104ff57600080fd5b83018035915067ffffffffffffffff82111561051a57600080fd5b6020019150368190038213156103a957600080fd5b818382376000910190815291905056'

/** Present on every anvil chain: deploys the code it receives. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const abi = parseAbi(['function execute(address[] to, uint256[] value, bytes[] data)'])

export type Call = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

export type ContractAccount = Awaited<ReturnType<typeof openContractAccount>>

/** Deploys the account on a local chain and funds it. */
export async function openContractAccount({
  ownerKey,
  node,
  chainId,
}: {
  readonly ownerKey: Hex
  readonly node: string
  readonly chainId: number
}) {
  const owner = privateKeyToAccount(ownerKey)
  const chain = chainId === mainnet.id ? mainnet : base
  const options = { chain, transport: http(node) }
  const reader = createTestClient({ ...options, mode: 'anvil' }).extend(publicActions)
  const client = createWalletClient({ ...options, account: owner })
  const bytecode = concatHex([code, encodeAbiParameters([{ type: 'address' }], [owner.address])])
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode })
  /** viem's own wait checks only on new blocks and misses one mined just before it subscribes. */
  async function whenMined(hash: Hex) {
    for (let looks = 0; looks < 600; looks += 1) {
      const receipt = await reader.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${hash} was not mined`)
  }
  if (!(await reader.getCode({ address }))) {
    await reader.setBalance({ address: owner.address, value: parseEther('10') })
    await reader.setBalance({ address, value: parseEther('5') })
    const data = concatHex([zeroHash, bytecode])
    const hash = await client.sendTransaction({ to: factory, data })
    await whenMined(hash)
  }
  return {
    address,
    /** Signs a hash that is bound to this account, as good contract accounts require. */
    sign: (hash: Hex): Promise<Hex> => {
      const types = [{ type: 'bytes32' }, { type: 'address' }] as const
      return owner.sign({ hash: keccak256(encodeAbiParameters(types, [hash, address])) })
    },
    /** Resolves once it is mined. */
    async execute(calls: readonly Call[]): Promise<Hex> {
      const data = encodeFunctionData({
        abi,
        functionName: 'execute',
        args: [
          calls.map(({ to }) => to),
          calls.map(({ value }) => value),
          calls.map((call) => call.data),
        ],
      })
      const hash = await client.sendTransaction({ to: address, data })
      await whenMined(hash)
      return hash
    },
    read: (method: string, params: unknown) =>
      reader.request({ method, params } as never) as Promise<unknown>,
  }
}
