import { type PermissionStatus, zeroAddress } from '@latchkey/wire/login/permissions'
import type { SiteGrant } from '../../account/grants/signedGrant.js'
import {
  formatDuration,
  formatTokenAmount,
  shortenAddress,
  toChecksumAddress,
} from '../../approve/formatValues.js'
import { allowance } from '../../approve/steps.js'
import { values } from '../../approve/text.js'
import { formatDate } from '../../parts/formatTime.js'
import type { AccountGrants, Lookups } from '../screens.js'
import { permissions as texts } from './text.js'

/** A permission in words. */
export type GrantDetails = {
  readonly grant: SiteGrant
  readonly host: string
  readonly chainName: string
  readonly until: string
  /** Undefined if the network does not respond. */
  readonly facts: readonly { readonly label: string; readonly value: string }[] | undefined
}

/** The permissions that are not revoked, with what is left of each limit. */
export async function readGrantDetails(
  grants: AccountGrants,
  signal: AbortSignal,
): Promise<readonly GrantDetails[]> {
  const [listed, lookups] = await Promise.all([grants.list(signal), grants.lookups()])
  const details = await Promise.all(
    listed.map(async (grant): Promise<readonly GrantDetails[]> => {
      const status = await grants.status(grant, signal).catch(() => undefined)
      if (status?.revoked) return []
      return [
        {
          grant,
          host: hostOf(grant.origin),
          chainName: lookups.chain(grant.chainId)?.name ?? grant.chainId,
          until: texts.until(formatDate(grant.permission.validUntil * 1_000)),
          facts: status && (await readFacts(grant, status, lookups, signal)),
        },
      ]
    }),
  )
  return details.flat()
}

async function readFacts(
  { chainId, permission, names }: SiteGrant,
  status: PermissionStatus,
  lookups: Lookups,
  signal: AbortSignal,
) {
  const coin = lookups.chain(chainId) ?? { symbol: '', decimals: 0 }
  const spending = await Promise.all(
    permission.allowances.map(async ({ token, amount, period }, index) => {
      const known = token === zeroAddress ? coin : await lookups.token(chainId, token, signal)
      const unit = known ?? { symbol: shortenAddress(toChecksumAddress(token)), decimals: 0 }
      const left = amount - (status.spent[index] ?? 0n)
      const text =
        allowance(amount) === 'unlimited'
          ? values.unlimited(unit.symbol)
          : texts.of(formatTokenAmount(left, unit), formatTokenAmount(amount, unit))
      const value = period > 0 ? `${text} ${texts.each(formatDuration(period))}` : text
      return { label: texts.left, value }
    }),
  )
  const { maxCalls, feeLimit } = permission
  const calls = BigInt(maxCalls) - status.callsUsed
  return [
    ...spending,
    ...names.map((name, index) => {
      const to = toChecksumAddress(permission.targets[index]?.to ?? '')
      return { label: texts.contract, value: `${name} · ${shortenAddress(to)}` }
    }),
    { label: texts.calls, value: texts.of(String(calls), String(maxCalls)) },
    { label: texts.fees, value: formatTokenAmount(feeLimit - status.feesUsed, coin) },
  ]
}

export function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin
}
