import { findLookAlike, isSameAddress } from '@latchkey/wire/lookAlike'
import type { Holding } from '../account/action.js'
import type { Coin } from '../account/feeLimits.js'
import type { Facts } from './assessRisk.js'
import { describeGrantStep } from './describeGrant.js'
import type { Explanation } from './explain.js'
import {
  formatExpiry,
  formatStepAmount,
  formatTokenAmount,
  shortenAddress,
  toChecksumAddress,
} from './formatValues.js'
import { knownSpender, type Step, type TradeSide } from './steps.js'
import { labels, sentences, titles, values, verbs } from './text.js'

export type Row = {
  readonly label: string
  readonly value: string
  /** Addresses are shown in full, in groups; codes in a monospaced font. */
  readonly as?: 'address' | 'code'
  readonly note?: string | undefined
}

export type StepDescription = {
  readonly title: string
  readonly amount?: string | undefined
  readonly sentence?: string | undefined
  readonly rows: readonly Row[]
}

export type StepContext = {
  readonly chainId: string
  readonly coin: Coin
  readonly facts: Facts
  /** Earlier recipients and the user's own accounts. */
  readonly known: readonly string[]
  /** Addresses that are not in the request itself. */
  readonly loaded?: readonly string[]
  /** Undefined until the network has responded. */
  readonly holdings?: readonly Holding[] | undefined
}

export function describeStep(step: Step, context: StepContext): StepDescription {
  const { chainId, coin, facts, known, loaded = [] } = context
  const token = (address: string | undefined): Row[] =>
    address === undefined
      ? []
      : [
          {
            label: labels.token,
            value: toChecksumAddress(address),
            as: 'address',
            note: loaded.includes(address)
              ? values.fromTable
              : facts.tokens.get(address.toLowerCase())?.symbol,
          },
        ]
  const address = (label: string, value: string): Row => {
    if (value === '') return { label, value: values.lookupTable }
    const note = loaded.includes(value) ? values.fromTable : knownSpender(chainId, value)
    return { label, value: toChecksumAddress(value), as: 'address', note }
  }
  const recipient = (value: string): Row[] => {
    const row = address(labels.to, value)
    if (value === '' || known.some((one) => isSameAddress(one, value))) return [row]
    const twin = findLookAlike(value, known)
    return [
      { ...row, note: row.note ?? values.firstTime },
      ...(twin === undefined ? [] : [address(labels.known, twin)]),
    ]
  }
  const until = (expires: bigint | undefined): Row[] =>
    expires === undefined ? [] : [{ label: labels.until, value: formatExpiry(expires) }]
  const side = ({ token, units, isItem }: TradeSide): string => {
    if (isItem) return values.of(values.items(units), shortenAddress(token))
    const known = token === undefined ? coin : facts.tokens.get(token.toLowerCase())
    return known ? formatTokenAmount(units, known) : values.of(String(units), shortenAddress(token))
  }
  const sides = (label: string, list: readonly TradeSide[]): Row => ({
    label,
    value: sumSides(list).map(side).join(', ') || values.nothing,
  })
  const title = titles[step.kind]

  switch (step.kind) {
    case 'send-coin':
      return {
        title,
        amount: formatTokenAmount(step.units, coin),
        rows: [
          ...(step.from === undefined ? [] : [address(labels.from, step.from)]),
          ...recipient(step.to),
        ],
      }
    case 'send-token':
      return {
        title,
        amount: formatStepAmount(step, step.units, facts),
        sentence: step.isLater ? sentences.later : undefined,
        rows: [
          ...(step.from === undefined ? [] : [address(labels.from, step.from)]),
          ...recipient(step.to),
          ...token(step.token),
          ...until(step.expires),
        ],
      }
    case 'allow': {
      const amount =
        step.amount === 'unlimited'
          ? values.unlimited(symbolOf(step.token, facts))
          : formatStepAmount(step, step.amount, facts)
      return {
        title,
        amount: step.way === 'increase' ? values.more(amount) : amount,
        sentence: sentences.allow,
        rows: [address(labels.spender, step.spender), ...token(step.token), ...until(step.expires)],
      }
    }
    case 'allow-item':
      return {
        title,
        sentence: sentences.allow,
        rows: [
          { label: labels.item, value: String(step.item), as: 'code' },
          address(labels.collection, step.collection),
          address(labels.spender, step.spender),
          ...until(step.expires),
        ],
      }
    case 'allow-all':
      return {
        title,
        amount: values.everything,
        sentence: sentences.allowAll,
        rows: [
          address(labels.collection, step.collection),
          address(labels.operator, step.operator),
        ],
      }
    case 'revoke':
      return {
        title,
        sentence: sentences.revoke,
        rows: [address(labels.spender, step.spender), ...token(step.token)],
      }
    case 'send-items':
      return {
        title,
        rows: [
          {
            label: step.items.length === 1 ? labels.item : labels.items,
            value: step.items.map(({ id, count }) => values.itemCount(id, count)).join(', '),
            as: 'code',
          },
          address(labels.from, step.from),
          ...recipient(step.to),
          address(labels.collection, step.collection),
        ],
      }
    case 'create':
      return {
        title,
        sentence: sentences.create,
        rows: [...along(step.units, coin), { label: labels.data, value: values.bytes(step.bytes) }],
      }
    case 'call':
      return {
        title,
        amount: step.units > 0n ? formatTokenAmount(step.units, coin) : undefined,
        sentence: sentences.call,
        rows: [
          address(labels.contract, step.to),
          { label: labels.function, value: step.selector, as: 'code' },
          dataRow(step.data),
        ],
      }
    case 'delegate-call':
      return {
        title,
        sentence: sentences.delegateCall,
        rows: [address(labels.contract, step.to), dataRow(step.data)],
      }
    case 'order':
      return {
        title,
        sentence: sentences.order,
        rows: step.trade
          ? [
              sides(labels.gives, step.trade.gives),
              sides(labels.gets, step.trade.gets),
              ...(step.trade.recipient ? recipient(step.trade.recipient) : []),
            ]
          : [],
      }
    case 'program':
      return {
        title,
        sentence: sentences.program,
        rows: [address(labels.program, step.program), dataRow(step.data)],
      }
    case 'authority':
      return {
        title,
        sentence: sentences.authority,
        rows: [address(labels.account, step.account), address(labels.program, step.program)],
      }
    case 'open-account':
      return {
        title,
        amount:
          step.units === undefined ? undefined : values.upTo(formatTokenAmount(step.units, coin)),
        sentence: step.isOwn ? sentences.openOwnAccount : sentences.openAccount,
        rows: [address(labels.owner, step.owner), address(labels.account, step.account)],
      }
    case 'close-account':
      return {
        title,
        sentence: sentences.closeAccount,
        rows: [address(labels.account, step.account), ...recipient(step.to)],
      }
    case 'durable-nonce':
      return {
        title,
        sentence: sentences.durableNonce,
        rows: [address(labels.account, step.account)],
      }
    case 'memo':
      return { title, rows: [{ label: labels.message, value: step.text }] }
    case 'own-account':
      return {
        title,
        sentence: sentences.ownAccount,
        rows: [address(labels.account, step.account)],
      }
    case 'revoke-grant':
      return {
        title,
        sentence: sentences.revokeGrant,
        rows: [{ label: labels.permission, value: step.id, as: 'code' }],
      }
    case 'revoke-grants':
      return { title, sentence: sentences.revokeGrants, rows: [] }
    case 'upgrade':
      return {
        title,
        sentence: sentences.upgrade,
        rows: [
          address(labels.account, step.account),
          address(labels.contract, step.implementation),
        ],
      }
    default:
      return describeGrantStep(step, context)
  }
}

/** The title of a request and the label of its button. */
export function describeRequest({ kind, steps }: Explanation): { title: string; verb: string } {
  const [first, second] = steps
  if (kind === 'grant') return { title: titles.grant, verb: verbs.grant }
  const isAllowing = steps.some(({ kind }) => kind === 'allow' || kind === 'allow-all')
  const verb = isAllowing ? verbs.allow : verbs[kind]
  if (second) return { title: titles.batch(steps.length), verb }
  if (first) return { title: titles[first.kind], verb }
  return { title: kind === 'calls' || kind === 'transactions' ? titles.call : titles[kind], verb }
}

/** Merges sides of the same token. */
function sumSides(list: readonly TradeSide[]): readonly TradeSide[] {
  const totals = new Map<string, TradeSide>()
  for (const side of list) {
    const key = `${side.token?.toLowerCase()} ${side.isItem ?? false}`
    totals.set(key, { ...side, units: side.units + (totals.get(key)?.units ?? 0n) })
  }
  return [...totals.values()]
}

function dataRow(value: string): Row {
  return { label: labels.data, value, as: 'code' }
}

function along(units: bigint, coin: Coin): readonly Row[] {
  return units > 0n ? [{ label: labels.sentAlong, value: formatTokenAmount(units, coin) }] : []
}

function symbolOf(token: string | undefined, facts: Facts): string {
  return facts.tokens.get(token?.toLowerCase() ?? '')?.symbol ?? ''
}
