import type { Call } from '../account/action.js'
import { type InnerCall, readBundle } from './readBundle.js'
import { allowance, type Step } from './steps.js'

/** Limit of inner calls: a page can nest them without end. */
type Budget = { calls: number }

const maxInnerCalls = 200

/** Decodes one call from its data alone. */
export function readCall(
  { to, value, data }: Call,
  budget: Budget = { calls: maxInnerCalls },
): readonly Step[] {
  if (to === undefined) return [{ kind: 'create', units: value, bytes: (data.length - 2) / 2 }]
  if (data === '0x') return [{ kind: 'send-coin', to, units: value }]
  const unknown: Step = { kind: 'call', to, units: value, selector: data.slice(0, 10), data }
  const bundle = readBundle(to, data)
  if (bundle) {
    const inner = readInnerCalls(bundle.calls, budget)
    if (!inner || !bundle.isWhole) return [unknown, ...(inner ?? [])]
    // Coins that the inner calls do not pass on stay with the contract.
    const passed = bundle.calls.reduce((sum, call) => sum + call.value, 0n)
    return value > passed ? [...inner, { kind: 'send-coin', to, units: value - passed }] : inner
  }
  const step = readData(to, data)
  if (!step) return [unknown]
  // Coins sent along with a call leave the account too.
  return value > 0n ? [step, { kind: 'send-coin', to, units: value }] : [step]
}

/** Calls that a contract makes for or as the account; undefined if there are too many. */
export function readInnerCalls(
  calls: readonly InnerCall[],
  budget: Budget = { calls: maxInnerCalls },
): readonly Step[] | undefined {
  budget.calls -= calls.length
  if (budget.calls < 0) return undefined
  return calls.flatMap(({ isDelegate, ...call }) => {
    if (!isDelegate) return readCall(call, budget)
    const { to, data } = call
    const bundle = readBundle(to, data)
    const inner = bundle?.isMultiSend ? readInnerCalls(bundle.calls, budget) : undefined
    return inner ?? [{ kind: 'delegate-call', to, data }]
  })
}

function readData(to: string, data: string): Step | undefined {
  const description = new Words(data)
  switch (data.slice(0, 10).toLowerCase()) {
    case '0xa9059cbb': // transfer(address,uint256)
      return description.read((at) => ({
        kind: 'send-token',
        token: to,
        to: at.address(0),
        units: at.number(1),
      }))
    case '0x23b872dd': // transferFrom(address,address,uint256): a token's amount or an item's number
      return description.read((at) => ({
        kind: 'send-token',
        token: to,
        from: at.address(0),
        to: at.address(1),
        units: at.number(2),
      }))
    case '0x095ea7b3': // approve(address,uint256)
      return description.read((at) => allow(to, at.address(0), at.number(1), 'approve'))
    case '0x39509351': // increaseAllowance(address,uint256)
    case '0xd73dd623': // increaseApproval(address,uint256)
      return description.read((at) => allow(to, at.address(0), at.number(1), 'increase'))
    case '0xa457c2d7': // decreaseAllowance(address,uint256)
      return description.read((at) => ({ kind: 'revoke', token: to, spender: at.address(0) }))
    case '0x87517c45': // Permit2: approve(address token,address spender,uint160,uint48)
      return description.read((at) => ({
        ...allow(at.address(0), at.address(1), at.number(2), 'approve'),
        expires: at.number(3),
      }))
    case '0xa22cb465': // setApprovalForAll(address,bool)
      return description.read((at) =>
        at.number(1) === 0n
          ? { kind: 'revoke', token: to, spender: at.address(0) }
          : { kind: 'allow-all', collection: to, operator: at.address(0) },
      )
    case '0xd505accf': // permit(address owner,address spender,uint256,uint256 deadline,…)
      return description.read((at) => ({
        ...allow(to, at.address(1), at.number(2), 'approve'),
        expires: at.number(3),
      }))
    case '0x8fcbaf0c': // permit(address holder,address spender,uint256,uint256 expiry,bool,…)
      return description.read((at) =>
        at.number(4) === 0n
          ? { kind: 'revoke', token: to, spender: at.address(1) }
          : allow(to, at.address(1), 2n ** 256n - 1n, 'approve'),
      )
    case '0x36c78516': // Permit2: transferFrom(address from,address to,uint160,address token)
      return description.read((at) => ({
        kind: 'send-token',
        token: at.address(3),
        from: at.address(0),
        to: at.address(1),
        units: at.number(2),
      }))
    case '0x959b8c3f': // authorizeOperator(address), of ERC-777
      return description.read((at) => allow(to, at.address(0), 2n ** 256n - 1n, 'approve'))
    case '0x42842e0e': // safeTransferFrom(address,address,uint256)
    case '0xb88d4fde': // safeTransferFrom(address,address,uint256,bytes)
      return description.read((at) => ({
        kind: 'send-items',
        collection: to,
        from: at.address(0),
        to: at.address(1),
        items: [{ id: at.number(2), count: 1n }],
      }))
    case '0xf242432a': // safeTransferFrom(address,address,uint256,uint256,bytes)
      return description.read((at) => ({
        kind: 'send-items',
        collection: to,
        from: at.address(0),
        to: at.address(1),
        items: [{ id: at.number(2), count: at.number(3) }],
      }))
    case '0x2eb2c2d6': // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
      return description.read((at) => {
        const counts = at.numbers(3)
        const items = at.numbers(2).map((id, index) => ({ id, count: counts[index] ?? 0n }))
        return {
          kind: 'send-items',
          collection: to,
          from: at.address(0),
          to: at.address(1),
          items,
        }
      })
    default:
      return undefined
  }
}

function allow(
  token: string,
  spender: string,
  units: bigint,
  way: 'approve' | 'increase',
): Extract<Step, { kind: 'allow' | 'revoke' }> {
  return units === 0n && way === 'approve'
    ? { kind: 'revoke', token, spender }
    : { kind: 'allow', token, spender, amount: allowance(units), way }
}

class NotAsDescribed extends Error {
  override readonly name = 'NotAsDescribed'
}

/** The arguments of a call, 32 bytes each. Values that do not fit their type are invalid. */
class Words {
  private readonly body: string

  constructor(data: string) {
    this.body = data.slice(10)
  }

  read(make: (description: Words) => Step): Step | undefined {
    try {
      return make(this)
    } catch (error) {
      if (error instanceof NotAsDescribed) return undefined
      throw error
    }
  }

  private word(index: number): string {
    const word = this.body.slice(index * 64, (index + 1) * 64)
    if (word.length < 64) throw new NotAsDescribed()
    return word
  }

  address(index: number): string {
    const word = this.word(index)
    if (!/^0{24}/.test(word)) throw new NotAsDescribed()
    return `0x${word.slice(24)}`
  }

  number(index: number): bigint {
    return BigInt(`0x${this.word(index)}`)
  }

  numbers(index: number): readonly bigint[] {
    const start = Number(this.number(index)) / 32
    const length = Number.isInteger(start) ? Number(this.number(start)) : Number.NaN
    if (!(length <= 1_000)) throw new NotAsDescribed()
    return Array.from({ length }, (_, item) => this.number(start + 1 + item))
  }
}
