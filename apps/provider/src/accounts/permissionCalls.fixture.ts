import type { Allowance, PermittedCall, Rule, Target } from '@latchkey/wire/login/permissions'
import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  erc20Abi,
  getAbiItem,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toFunctionSelector,
  toHex,
} from 'viem'

export const probeAbi = parseAbi([
  'function ping(uint256 first, uint256 second) payable',
  'function pull(address token, uint256 amount)',
  'function give(address token, uint256 amount)',
  'function fail()',
  'function attempt(address to, bytes data) payable',
  'function calls() view returns (uint256)',
  'event Tried(bool succeeded, bytes answer)',
])

type ProbeFunction = ContractFunctionName<typeof probeAbi, 'nonpayable' | 'payable' | 'pure'>

export const selectorOf = (name: ProbeFunction): Hex =>
  toFunctionSelector(getAbiItem({ abi: probeAbi, name }))

/** A target of the probe. */
export const targetOf = (to: Hex, name: ProbeFunction, rules: readonly Rule[] = []): Target => ({
  to,
  selector: selectorOf(name),
  valueLimit: 0n,
  rules,
})

export const allowanceOf = (token: Hex, amount: bigint, period = 0, start = 0): Allowance => ({
  token,
  amount,
  period,
  start,
})

export const wordOf = (value: bigint | Hex): Hex => pad(toHex(BigInt(value)))

export const coins = (to: Hex, value: bigint): PermittedCall => ({ to, value, data: '0x' })

export function callProbe<name extends ProbeFunction>(
  to: Hex,
  functionName: name,
  args: ContractFunctionArgs<typeof probeAbi, 'nonpayable' | 'payable' | 'pure', name>,
  value = 0n,
): PermittedCall {
  return { to, value, data: encodeFunctionData({ abi: probeAbi, functionName, args } as never) }
}

export function callToken(
  to: Hex,
  functionName: 'transfer' | 'approve',
  recipient: Hex,
  amount: bigint,
): PermittedCall {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [recipient, amount] })
  return { to, value: 0n, data }
}

/** Functions by which tokens move or are approved, of the known standards. */
export const tokenFunctions = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'approve(address,address,uint160,uint48)',
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
  'burn(uint256)',
  'burn(address,uint256)',
  'burnFrom(address,uint256)',
  'push(address,uint256)',
  'move(address,address,uint256)',
  'setApprovalForAll(address,bool)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'transferPunk(address,uint256)',
  'transfer(address,uint256,uint256)',
  'transferFrom(address,address,uint256,uint256)',
  'approve(address,uint256,uint256)',
  'setOperator(address,bool)',
  'send(address,uint256,bytes)',
  'operatorSend(address,address,uint256,bytes,bytes)',
  'authorizeOperator(address)',
  'burn(uint256,bytes)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'transferFromAndCall(address,address,uint256)',
  'transferFromAndCall(address,address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
]

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other form of the same signature. */
export function malleate(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66)}${numberToHex(s, { size: 32 }).slice(2)}${v}` as Hex
}
