import { formatAmount } from '@latchkey/wire/amount'
import { type Rule, ruleOperators, zeroAddress } from '@latchkey/wire/login/permissions'
import type { GrantChange } from '../account/grants/limitGrant.js'
import type { Row, StepContext, StepDescription } from './describeStep.js'
import {
  formatDuration,
  formatExpiry,
  formatMoney,
  formatStepAmount,
  formatTokenAmount,
  toCents,
  toChecksumAddress,
} from './formatValues.js'
import type { GrantStep } from './steps.js'
import { labels, grants as texts, titles, values } from './text.js'

/** A part of a permission in words. */
export function describeGrantStep(step: GrantStep, context: StepContext): StepDescription {
  const { coin } = context
  const title = titles[step.kind]
  switch (step.kind) {
    case 'grant-changes':
      return {
        title,
        sentence: texts.changed,
        rows: step.changes.flatMap((change) => describeChange(change, step, context)),
      }
    case 'grant-spend':
      return describeSpend(step, context)
    case 'grant-call':
      return {
        title,
        sentence: texts.call,
        rows: [
          { label: labels.contract, value: toChecksumAddress(step.to), as: 'address' },
          ...step.functions.map(({ name, valueLimit, rules }, index): Row => {
            const notes = [
              ...(valueLimit > 0n ? [texts.valueLimit(formatTokenAmount(valueLimit, coin))] : []),
              ...rules.map(describeRule),
            ]
            return {
              label: texts.function(index + 1, step.functions.length),
              value: name,
              as: 'code',
              ...(notes.length > 0 && { note: notes.join(', ') }),
            }
          }),
        ],
      }
    case 'grant-terms':
      return {
        title,
        rows: [
          { label: labels.until, value: formatExpiry(BigInt(step.validUntil)) },
          { label: texts.calls, value: describeCalls(step) },
          {
            label: step.hasSponsor ? texts.feesUnlessPaid : texts.fees,
            value: values.upTo(formatTokenAmount(step.feeLimit, coin)),
          },
          ...describeTotal(step, context),
          { label: texts.key, value: toChecksumAddress(step.key), as: 'address' },
        ],
      }
  }
}

function describeSpend(
  { token, amount, period, start, total }: Extract<GrantStep, { kind: 'grant-spend' }>,
  context: StepContext,
): StepDescription {
  const { coin, facts, holdings = [] } = context
  const format = (units: bigint | 'unlimited') => {
    if (units === 'unlimited') {
      const known = token === undefined ? coin : facts.tokens.get(token)
      return values.unlimited(known?.symbol ?? '').trim()
    }
    return token === undefined
      ? formatTokenAmount(units, coin)
      : formatStepAmount({ token }, units, facts)
  }
  const held = holdings.find((one) => one.token === (token ?? zeroAddress))
  const cents = total === 'unlimited' ? undefined : centsOf(token ?? zeroAddress, total, context)
  const each = period > 0 ? texts.each(formatDuration(period)) : texts.once
  return {
    title: titles['grant-spend'],
    amount: format(amount),
    sentence: each,
    rows: [
      ...(token === undefined
        ? []
        : [{ label: labels.token, value: toChecksumAddress(token), as: 'address' } as const]),
      { label: texts.atMost, value: format(total) },
      ...(total === 'unlimited'
        ? []
        : [
            { label: texts.value, value: cents === undefined ? texts.noPrice : formatMoney(cents) },
          ]),
      ...(held ? [{ label: texts.youHave, value: format(held.balance) }] : []),
      ...(start === undefined ? [] : [{ label: texts.from, value: formatExpiry(start) }]),
    ],
  }
}

/** The money of all tokens and fees together; left out for a single token. */
function describeTotal(
  { totals, feeLimit }: Extract<GrantStep, { kind: 'grant-terms' }>,
  context: StepContext,
): readonly Row[] {
  if (totals.length < 2) return []
  if (totals.some(({ total }) => total === 'unlimited')) {
    return [{ label: texts.together, value: values.unlimited('').trim() }]
  }
  const parts = totals.map(({ token, total }) =>
    total === 'unlimited' ? undefined : centsOf(token, total, context),
  )
  const all = [...parts, centsOf(zeroAddress, feeLimit, context)]
  const sum = all.reduce<bigint>((cents, part) => cents + (part ?? 0n), 0n)
  const isWhole = all.every((part) => part !== undefined)
  return [
    { label: texts.together, value: isWhole ? formatMoney(sum) : texts.moreThan(formatMoney(sum)) },
  ]
}

/** In cents; undefined if the price or the token is unknown. */
function centsOf(
  token: string,
  units: bigint,
  { coin, facts, holdings = [] }: StepContext,
): bigint | undefined {
  const price = holdings.find((one) => one.token === token)?.price
  const decimals = token === zeroAddress ? coin.decimals : facts.tokens.get(token)?.decimals
  return price === undefined || decimals === undefined ? undefined : toCents(units, decimals, price)
}

function describeChange(
  change: GrantChange,
  granted: Extract<GrantStep, { kind: 'grant-changes' }>,
  { coin }: StepContext,
): readonly Row[] {
  const both = (label: string, asked: string, given: string) => [
    { label: texts.asked(label), value: asked },
    { label: texts.given(label), value: given },
  ]
  switch (change.what) {
    case 'expiry':
      return both(
        labels.until,
        formatExpiry(change.asked),
        formatExpiry(BigInt(granted.validUntil)),
      )
    case 'calls':
      return both(texts.calls, String(change.asked), String(granted.maxCalls))
    case 'fee':
      return both(
        texts.fees,
        formatTokenAmount(change.asked, coin),
        formatTokenAmount(granted.feeLimit, coin),
      )
    case 'dropped':
      return [{ label: texts.notGranted(change.type), value: texts.unsupported }]
  }
}

function describeCalls({ maxCalls, rate }: Extract<GrantStep, { kind: 'grant-terms' }>): string {
  const total = texts.callLimit(maxCalls)
  return rate ? `${total}, ${texts.rate(rate.calls, formatDuration(rate.period))}` : total
}

function describeRule({ argument, operator, value }: Rule): string {
  const name = ruleOperators[operator] ?? 'equal'
  // A small number is easier to compare in decimal.
  const number = BigInt(value)
  const shown = number < 2n ** 64n ? formatAmount(number, 0) : value.replace(/^0x0{24}/, '0x')
  return texts.rule[name](argument + 1, shown)
}
