import type { Rule } from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { type AbiFunction, type AbiParameter, parseAbiItem, toFunctionSelector } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { invalidParams, permissionErrors } from '../walletErrors.js'
import type { NamedTarget } from './grantRequest.js'
import { readAddress, readAmount, readFields, readList, readText } from './grantValues.js'

/** The functions that a `contract-call` permission lists. */

const maxFunctions = 24
const maxNameLength = 80
const maxArguments = 16
const operators: readonly unknown[] = ['EQUAL', 'GREATER_THAN', 'LESS_THAN']

export function readTargets(data: unknown): readonly NamedTarget[] {
  const { address, abi, functions, calls } = readFields(data, 'data')
  const to = readAddress(address, 'address')
  if (functions === undefined && calls !== undefined) {
    return atLeastOne(readList(calls, 'calls', maxFunctions)).map((call) =>
      toTarget(to, parseSignature(readText(call, 'calls'))),
    )
  }
  const listed = readAbi(abi)
  return atLeastOne(readList(functions, 'functions', maxFunctions)).map((given) => {
    const { functionName, args = [], valueLimit, operation } = readFields(given, 'functions')
    if (!['Call', undefined].includes(operation as string | undefined)) {
      throw permissionErrors.unsupported('delegate calls')
    }
    const item = findFunction(listed, readText(functionName, 'functionName'))
    const limit = valueLimit === undefined ? 0n : readAmount(valueLimit, 'valueLimit')
    const rules = readRules(item, readList(args, 'args', maxArguments))
    return { ...toTarget(to, item), valueLimit: limit, rules }
  })
}

/** Without a list, every function would be allowed. */
function atLeastOne<item>(list: readonly item[]): readonly item[] {
  if (list.length === 0) throw invalidParams('A contract call names no function')
  return list
}

function toTarget(to: Hex, item: AbiFunction): NamedTarget {
  const name = formatAbiItem(item).slice(0, maxNameLength)
  return { to, selector: toFunctionSelector(item), valueLimit: 0n, rules: [], name }
}

function parseSignature(text: string): AbiFunction {
  try {
    const item = parseAbiItem(/^function /.test(text) ? text : `function ${text}`)
    if (item.type === 'function') return item
  } catch (cause) {
    throw invalidParams('A call is no signature of a function', cause)
  }
  throw invalidParams('A call is no signature of a function')
}

function readAbi(abi: unknown): readonly AbiFunction[] {
  return readList(abi, 'abi', 1_000).flatMap((given) => {
    const item = readFields(given, 'abi')
    if (item.type !== 'function') return []
    const inputs = readParameters(item.inputs ?? [], 0)
    const name = readText(item.name, 'abi.name')
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw invalidParams('A function has no usable name')
    return [{ type: 'function', name, inputs, outputs: [], stateMutability: 'payable' }]
  })
}

function readParameters(given: unknown, depth: number): readonly AbiParameter[] {
  if (depth > 8) throw invalidParams('The ABI is nested too deep')
  return readList(given, 'inputs', 64).map((one): AbiParameter => {
    const { type, components } = readFields(one, 'inputs')
    const name = readText(type, 'inputs.type')
    if (!/^[a-z]+\d*(\[\d{0,4}\]){0,8}$/.test(name)) throw invalidParams('A type is unknown')
    if (!name.startsWith('tuple')) return { type: name }
    return { type: name, components: readParameters(components, depth + 1) }
  })
}

/** Overloaded functions have one name, so the site has to list the one it means. */
function findFunction(abi: readonly AbiFunction[], name: string): AbiFunction {
  const [found, another] = abi.filter(
    (item) => item.name === name || formatAbiItem(item) === name.replace(/\s/g, ''),
  )
  if (!found) throw invalidParams('A function is not in the ABI')
  if (another) throw invalidParams('Several functions of the ABI have this name')
  return found
}

/** Rules by the argument's position. The account compares single words as unsigned numbers. */
function readRules({ inputs }: AbiFunction, args: readonly unknown[]): readonly Rule[] {
  if (args.length > inputs.length) throw invalidParams('A function has fewer arguments')
  let word = 0
  return args.flatMap((given, index): Rule[] => {
    const input = inputs[index] as AbiParameter
    const argument = word
    word += countWords(input) ?? 1
    if (given === null) return []
    const { operator = 'EQUAL', value } = readFields(given, 'args')
    const code = operators.indexOf(operator)
    if (code < 0) throw permissionErrors.unsupported('an unknown operator')
    if (!isWord(input.type) || (code > 0 && !/^uint/.test(input.type))) {
      throw permissionErrors.unsupported(`rules for arguments of the type ${input.type}`)
    }
    return [{ argument, operator: code, value: toWord(value, input.type) }]
  })
}

function isWord(type: string): boolean {
  return /^(u?int\d*|address|bool|bytes\d+)$/.test(type)
}

/** How many words of the call data an argument takes; undefined for dynamic ones, which take one. */
function countWords({ type, ...rest }: AbiParameter): number | undefined {
  const [, element, size] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) {
    const one = size === '' ? undefined : countWords({ ...rest, type: element })
    return one === undefined ? undefined : one * Number(size)
  }
  if (type !== 'tuple') return isWord(type) ? 1 : undefined
  const parts = ((rest as { components?: readonly AbiParameter[] }).components ?? []).map(
    countWords,
  )
  return parts.some((part) => part === undefined)
    ? undefined
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

/** As ABI-encoded: short byte strings start the word, everything else ends it. */
function toWord(value: unknown, type: string): Hex {
  const size = /^bytes(\d+)$/.exec(type)?.[1]
  if (size !== undefined) {
    const isFitting =
      typeof value === 'string' &&
      /^0x([0-9a-f]{2})+$/i.test(value) &&
      [Number(size), 32].includes((value.length - 2) / 2)
    if (!isFitting) throw invalidParams(`A rule has no value of the type ${type}`)
    return `0x${value.slice(2).toLowerCase().padEnd(64, '0')}`
  }
  if (type === 'bool' && typeof value === 'boolean') return toWord(value ? 1 : 0, 'uint8')
  return `0x${readAmount(value, 'args.value').toString(16).padStart(64, '0')}`
}
