import {
  encodeKeySignature,
  hashPermission,
  type Permission,
  type PermittedCall,
  permissionNonceKey,
  type Target,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Abi, concat, encodeFunctionData, type Hex, keccak256, numberToHex, toHex } from 'viem'
import { privateKeyToAccount, serializeSignature, sign } from 'viem/accounts'
import {
  allowanceOf,
  callProbe,
  callToken,
  selectorOf,
  targetOf,
  wordOf,
} from './permissionCalls.fixture.js'
import type { ModelOperation } from './permissionModel.fixture.js'
import type {
  CallSpec,
  GrantSpec,
  OperationSpec,
  TargetName,
  TokenName,
} from './permissionScenario.fixture.js'

const privateKeys = [1, 2, 3, 4, 5].map((n) => keccak256(toHex(`key ${n}`))) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const [ownerKey, strangerKey, ...keys] = privateKeys
export const scenarioOwner = privateKeyToAccount(ownerKey)
const stranger = privateKeyToAccount(strangerKey).address.toLowerCase() as Hex
const sponsor = '0x00000000000000000000000000000000005b0450' as const
const hostileSponsor = '0x0000000000000000000000000000000000000bad' as const
/** The stage passes on any hash, so keys sign only this one. */
const operationHash = keccak256('0x')

const signHash = async (privateKey: Hex, hash: Hex) =>
  serializeSignature(await sign({ hash, privateKey }))

/** A permission with the signatures that operations of its key need. */
export type SignedPermission = {
  readonly permission: Permission
  readonly id: Hex
  readonly byOwner: Hex
  readonly byStranger: Hex
  /** Of the key, over any operation. */
  readonly byKey: Hex
}

/** Where and when a scenario is played. */
export type Setting = {
  readonly account: Hex
  readonly probe: Hex
  readonly addresses: Readonly<Record<TokenName, Hex>>
  readonly accountAbi: Abi
}

/** Turns the parts of a scenario into permissions, calls and operations. */
export function createScenarioEncoder({ account, probe, addresses, accountAbi }: Setting) {
  function toTarget(name: TargetName): Target {
    const transfer = (to: Hex, rules: Target['rules'], selector: Hex): Target => ({
      to,
      selector,
      valueLimit: 0n,
      rules,
    })
    switch (name) {
      case 'pingWithRules':
        return targetOf(probe, 'ping', [
          { argument: 0, operator: 1, value: wordOf(3n) },
          { argument: 0, operator: 2, value: wordOf(25n) },
          { argument: 1, operator: 0, value: wordOf(7n) },
        ])
      case 'pingWithValue':
        return { ...targetOf(probe, 'ping'), valueLimit: 5n }
      case 'transferToProbe':
        return transfer(
          addresses.usdc,
          [{ argument: 0, operator: 0, value: wordOf(probe) }],
          '0xa9059cbb',
        )
      case 'transferFrom':
        return transfer(addresses.dai, [], '0x23b872dd')
      case 'account':
        return transfer(account, [], '0xa340fff4')
      case 'entryPoint':
        return transfer(entryPointAddress, [], selectorOf('ping'))
      default:
        return targetOf(probe, name)
    }
  }

  function toCall({ kind, token, toProbe, amount, value }: CallSpec): PermittedCall {
    const to = addresses[token]
    const recipient = toProbe ? probe : stranger
    const transfer = callToken(to, 'transfer', recipient, amount)
    switch (kind) {
      case 'coins':
        return { to: recipient, value: amount, data: '0x' }
      case 'ping':
        return callProbe(probe, 'ping', [amount, toProbe ? 7n : 8n], value)
      case 'pull':
        return callProbe(probe, 'pull', [to, amount])
      case 'give':
        // Never more than the probe has.
        return callProbe(probe, 'give', [to, amount % 1_000n])
      case 'fail':
        return callProbe(probe, 'fail', [])
      case 'approve':
        return callToken(to, 'approve', recipient, amount)
      case 'transferFrom':
        return { ...transfer, data: `0x23b872dd${transfer.data.slice(10)}` }
      case 'dirtyTransfer':
        return { ...transfer, data: `${transfer.data}00` }
      case 'short':
        return { to: probe, value, data: '0x112233' }
      case 'account':
        return { to: account, value: 0n, data: '0xa340fff4' }
      case 'entryPoint':
        return { ...callProbe(entryPointAddress, 'ping', [0n, 0n]), value }
      default:
        return { ...transfer, value: value === 9n ? value : 0n }
    }
  }

  function toPermission(spec: GrantSpec, now: number, epoch: bigint, index: number): Permission {
    return {
      key: privateKeyToAccount(keys[spec.key] as Hex).address,
      validAfter: now + spec.validAfter,
      validUntil: spec.validUntil === 'never' ? 0 : now + spec.validUntil,
      epoch,
      salt: numberToHex(index, { size: 32 }),
      paymaster: spec.hasSponsor ? sponsor : zeroAddress,
      feeLimit: spec.feeLimit,
      maxCalls: spec.maxCalls,
      rateCalls: spec.rateCalls,
      ratePeriod: spec.ratePeriod,
      allowances: spec.allowances.map(({ token, amount, period, start }) =>
        allowanceOf(addresses[token], amount, period, start === 0 ? 0 : now + start),
      ),
      targets: spec.targets.map(toTarget),
    }
  }

  return {
    async signPermission(
      spec: GrantSpec,
      now: number,
      epoch: bigint,
      index: number,
    ): Promise<SignedPermission> {
      const permission = toPermission(spec, now, epoch, index)
      const id = hashPermission(permission, account, 1)
      return {
        permission,
        id,
        byOwner: await signHash(ownerKey, id),
        byStranger: await signHash(strangerKey, id),
        byKey: await signHash(keys[spec.key] as Hex, operationHash),
      }
    },

    toOperation(spec: OperationSpec, grants: number): ModelOperation {
      const { flaw } = spec
      const sponsors = { sponsor, otherSponsor: hostileSponsor, zeroSponsor: zeroAddress }
      return {
        grant: spec.grant % grants,
        calls: spec.calls.map(toCall),
        isSigned: flaw !== 'wrongKey',
        ownerSignature: flaw === 'noOwner' ? 'none' : flaw === 'wrongOwner' ? 'wrong' : 'valid',
        hasOwnNonce: flaw !== 'nonce',
        paymaster: sponsors[flaw as keyof typeof sponsors],
        gas: spec.gas,
        price: spec.price,
      }
    },

    /** Call data of a validation. */
    async encodeValidation(
      signed: SignedPermission,
      operation: ModelOperation,
      callData: Hex,
    ): Promise<Hex> {
      const [verification, call, preVerification] = operation.gas
      const pair = (high: bigint, low: bigint) => numberToHex((high << 128n) | low, { size: 32 })
      const byKey = operation.isSigned ? signed.byKey : await signHash(strangerKey, operationHash)
      const byOwner = { valid: signed.byOwner, wrong: signed.byStranger, none: '0x' } as const
      const packed = {
        sender: account,
        nonce: operation.hasOwnNonce ? permissionNonceKey(signed.permission, 1) << 64n : 0n,
        initCode: '0x',
        callData,
        accountGasLimits: pair(verification, call),
        preVerificationGas: preVerification,
        gasFees: pair(0n, operation.price),
        paymasterAndData: operation.paymaster
          ? concat([operation.paymaster as Hex, numberToHex(0, { size: 32 })])
          : '0x',
        signature: encodeKeySignature(byKey, byOwner[operation.ownerSignature]),
      }
      return encodeFunctionData({
        abi: accountAbi,
        functionName: 'validateUserOp',
        args: [packed, operationHash, 0n],
      })
    },
  }
}
